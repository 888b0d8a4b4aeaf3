"""Each optimizer steps on its own backward, though the other one steps in between."""

import torch
import torch.nn as nn
import torch.nn.functional as F

actor, critic = nn.Linear(2, 1), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)


def update(x, y):
    actor_loss = F.mse_loss(actor(x), y)
    critic_loss = F.mse_loss(critic(x), y)
    actor_loss.backward()
    critic_loss.backward()
    critic_optimizer.step()
    actor_optimizer.step()
    critic_optimizer.zero_grad()
    actor_optimizer.zero_grad()
# output
"""Each optimizer steps on its own backward, though the other one steps in between."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op

actor, critic = Linear(2, 1), Linear(2, 1)
actor_optimizer = SGD(actor.trainable_variables, lr=0.1)
critic_optimizer = SGD(critic.trainable_variables, lr=0.1)


@one_op
@tf.function
def update_body(x, y):
    with tf.GradientTape(persistent=True) as tape:
        actor_loss = tf.reduce_mean(tf.square(actor(x) - y))
        critic_loss = tf.reduce_mean(tf.square(critic(x) - y))
    grads = tape.gradient(critic_loss, critic_optimizer.params)
    critic_optimizer.apply(grads)
    grads = tape.gradient(actor_loss, actor_optimizer.params)
    actor_optimizer.apply(grads)


def update(x, y):
    update_body(x, y)
