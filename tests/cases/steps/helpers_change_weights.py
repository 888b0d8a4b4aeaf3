"""Helpers between the lines of an update change weights, or run a network that a step changed."""

import torch
import torch.nn as nn

critic, old_critic, actor = nn.Linear(4, 1), nn.Linear(4, 1), nn.Linear(4, 1)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-2)
values = []


def synchronize():
    for old, new in zip(old_critic.parameters(), critic.parameters()):
        old.data.copy_(new.data)


def watch(state):
    values.append(critic(state).mean().item())


def update(state, reward):
    # the loss is of the old critic, as it was before it is synchronized
    error = critic(state) - reward - 0.9 * old_critic(state).detach()
    synchronize()
    critic_loss = error.pow(2).mean()
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    watch(state)

    actor_loss = -(actor(state) * critic(state)).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()


for _ in range(5):
    update(torch.randn(8, 4), torch.randn(8, 1))
# output
"""Helpers between the lines of an update change weights, or run a network that a step changed."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, graph, one_op

critic, old_critic, actor = Linear(4, 1), Linear(4, 1), Linear(4, 1)
critic_optimizer = Adam(critic.trainable_variables, lr=1e-2)
actor_optimizer = Adam(actor.trainable_variables, lr=1e-2)
values = []


@one_op
@tf.function
def update_targets():
    for old, new in zip(old_critic.trainable_variables, critic.trainable_variables):
        old.assign(new)


def synchronize():
    update_targets()


def watch(state):
    values.append(tf.reduce_mean(graph(critic)(state)).numpy().item())


@one_op
@tf.function
def update_body(state):
    with tf.GradientTape() as tape:
        actor_loss = -tf.reduce_mean(actor(state) * critic(state))
    grads = tape.gradient(actor_loss, actor_optimizer.params)
    actor_optimizer.apply(grads)


def update(state, reward):
    with tf.GradientTape() as tape:
        # the loss is of the old critic, as it was before it is synchronized
        error = critic(state) - reward - 0.9 * tf.stop_gradient(old_critic(state))
        synchronize()
        critic_loss = tf.reduce_mean(tf.square(error))
    grads = tape.gradient(critic_loss, critic_optimizer.params)
    graph(critic_optimizer.apply)(grads)

    watch(state)
    update_body(state)


for _ in range(5):
    update(tf.random.normal([8, 4]), tf.random.normal([8, 1]))
# findings
# steps/helpers_change_weights.py:24:5: N403 note this update stays in eager mode: it changes weights between lines that use them -> write the step as tensor code only, with host lines before or behind it
