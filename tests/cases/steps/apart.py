"""Updates that don't fit into one body: the condition's own is read later, and has host lines."""

import torch
import torch.nn as nn
import torch.nn.functional as F

critic = nn.Linear(4, 1)
actor = nn.Linear(4, 4)
log_alpha = torch.zeros(1, requires_grad=True)
critic_optimizer = torch.optim.Adam(critic.parameters())
actor_optimizer = torch.optim.Adam(actor.parameters())
a_optimizer = torch.optim.Adam([log_alpha])
alpha = log_alpha.exp().item()
for step in range(100):
    x, y = torch.rand(8, 4), torch.rand(8, 1)
    critic_loss = F.mse_loss(critic(x), alpha * y)
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    if step % 2 == 0:
        # the policy is updated less often
        actor_loss = -critic(actor(x)).mean()
        actor_optimizer.zero_grad()
        actor_loss.backward()
        actor_optimizer.step()

        if step % 4 == 0:
            alpha_loss = (log_alpha.exp() * critic(x).detach()).mean()
            a_optimizer.zero_grad()
            alpha_loss.backward()
            a_optimizer.step()
            alpha = log_alpha.exp().item()

    if step % 10 == 0:
        print(critic_loss.item(), actor_loss.item(), alpha)
# output
"""Updates that don't fit into one body: the condition's own is read later, and has host lines."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, one_op

critic = Linear(4, 1)
actor = Linear(4, 4)
log_alpha = keras.Variable(tf.zeros([1]))
critic_optimizer = Adam(critic.trainable_variables)
actor_optimizer = Adam(actor.trainable_variables)
a_optimizer = Adam([log_alpha])
alpha = tf.exp(log_alpha).numpy().item()


@one_op
@tf.function
def train_body(alpha):
    x, y = tf.random.uniform([8, 4]), tf.random.uniform([8, 1])
    with tf.GradientTape() as tape:
        critic_loss = tf.reduce_mean(tf.square(critic(x) - alpha * y))
    grads = tape.gradient(critic_loss, critic_optimizer.params)
    critic_optimizer.apply(grads)
    return x, critic_loss


@one_op
@tf.function
def train_actor(x):
    with tf.GradientTape() as tape:
        # the policy is updated less often
        actor_loss = -tf.reduce_mean(critic(actor(x)))
    grads = tape.gradient(actor_loss, actor_optimizer.params)
    actor_optimizer.apply(grads)
    return actor_loss


@one_op
@tf.function
def train_a(x):
    with tf.GradientTape() as tape:
        alpha_loss = tf.reduce_mean(tf.exp(log_alpha) * tf.stop_gradient(critic(x)))
    grads = tape.gradient(alpha_loss, a_optimizer.params)
    a_optimizer.apply(grads)


for step in range(100):
    x, critic_loss = train_body(tf.convert_to_tensor(alpha, tf.float32))

    if step % 2 == 0:
        actor_loss = train_actor(x)

        if step % 4 == 0:
            train_a(x)
            alpha = tf.exp(log_alpha).numpy().item()

    if step % 10 == 0:
        print(critic_loss.numpy().item(), actor_loss.numpy().item(), alpha)
