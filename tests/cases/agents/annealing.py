"""The learning rate is annealed: by hand, and by a scheduler."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

actor = nn.Linear(4, 2)
critic = nn.Linear(4, 1)
optimizer = optim.Adam(actor.parameters(), lr=1e-2, eps=1e-5)
critic_optimizer = optim.Adam(critic.parameters(), lr=1e-2)
scheduler = optim.lr_scheduler.StepLR(critic_optimizer, step_size=2, gamma=0.5)
rng = np.random.RandomState(0)
num_iterations = 6

for iteration in range(1, num_iterations + 1):
    # Annealing the rate if instructed to do so.
    frac = 1.0 - (iteration - 1.0) / num_iterations
    lrnow = frac * 1e-2
    optimizer.param_groups[0]["lr"] = lrnow

    x = torch.tensor(rng.randn(8, 4), dtype=torch.float32)
    loss = actor(x).logsumexp(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    value_loss = critic(x).pow(2).mean()
    critic_optimizer.zero_grad()
    value_loss.backward()
    critic_optimizer.step()
    scheduler.step()
    print(optimizer.param_groups[0]["lr"], loss.item(), value_loss.item())
# output
"""The learning rate is annealed: by hand, and by a scheduler."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, StepLR, from_array, one_op

actor = Linear(4, 2)
critic = Linear(4, 1)
optimizer = Adam(actor.trainable_variables, lr=1e-2, eps=1e-5)
critic_optimizer = Adam(critic.trainable_variables, lr=1e-2)
scheduler = StepLR(critic_optimizer, step_size=2, gamma=0.5)
rng = np.random.RandomState(0)
num_iterations = 6


@one_op
@tf.function
def train_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.reduce_logsumexp(actor(x), axis=1))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)

    with tf.GradientTape() as tape:
        value_loss = tf.reduce_mean(tf.square(critic(x)))
    grads = tape.gradient(value_loss, critic_optimizer.params)
    critic_optimizer.apply(grads)
    return loss, value_loss


for iteration in range(1, num_iterations + 1):
    # Annealing the rate if instructed to do so.
    frac = 1.0 - (iteration - 1.0) / num_iterations
    lrnow = frac * 1e-2
    optimizer.learning_rate.assign(lrnow)

    x = from_array(rng.randn(8, 4), tf.float32)
    loss, value_loss = train_body(x)
    scheduler.step()
    print(float(optimizer.learning_rate), loss.numpy().item(), value_loss.numpy().item())
