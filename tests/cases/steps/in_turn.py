import torch
import torch.nn as nn

pi, q = nn.Linear(3, 2), nn.Linear(5, 1)
pi_optimizer = torch.optim.Adam(pi.parameters(), lr=1e-2)
q_optimizer = torch.optim.Adam(q.parameters(), lr=1e-2)
history = []


def watch(loss):
    history.append((loss.item(), q.weight.sum().item()))


def update(obs, act, target):
    q_optimizer.zero_grad()
    q_loss = (q(torch.cat([obs, act], dim=1)) - target).pow(2).mean()
    q_loss.backward()
    q_optimizer.step()

    # Between the steps
    watch(q_loss)

    pi_optimizer.zero_grad()
    pi_loss = -q(torch.cat([obs, pi(obs)], dim=1)).mean()
    pi_loss.backward()
    pi_optimizer.step()
    watch(pi_loss)


if __name__ == "__main__":
    for _ in range(4):
        update(torch.rand(8, 3), torch.rand(8, 2), torch.rand(8, 1))
    print(history)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op

pi, q = Linear(3, 2), Linear(5, 1)
pi_optimizer = Adam(pi.trainable_variables, lr=1e-2)
q_optimizer = Adam(q.trainable_variables, lr=1e-2)
history = []


def watch(loss):
    history.append((loss.numpy().item(), tf.reduce_sum(q.weight).numpy().item()))


@one_op
@tf.function
def update_body(obs, act, target):
    with tf.GradientTape() as tape:
        q_loss = tf.reduce_mean(tf.square(q(tf.concat([obs, act], axis=1)) - target))
    grads = tape.gradient(q_loss, q_optimizer.params)
    q_optimizer.apply(grads)
    return q_loss


@one_op
@tf.function
def update_pi(obs):
    with tf.GradientTape() as tape:
        pi_loss = -tf.reduce_mean(q(tf.concat([obs, pi(obs)], axis=1)))
    grads = tape.gradient(pi_loss, pi_optimizer.params)
    pi_optimizer.apply(grads)
    return pi_loss


def update(obs, act, target):
    q_loss = update_body(obs, act, target)

    # Between the steps
    watch(q_loss)
    pi_loss = update_pi(obs)
    watch(pi_loss)


if __name__ == "__main__":
    for _ in range(4):
        update(tf.random.uniform([8, 3]), tf.random.uniform([8, 2]), tf.random.uniform([8, 1]))
    print(history)
