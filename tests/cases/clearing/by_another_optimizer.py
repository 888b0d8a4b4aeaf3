"""Another optimizer's zero_grad() clears nothing of the critic's."""

import torch
import torch.nn as nn
import torch.nn.functional as F

actor, critic = nn.Linear(2, 1), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)


def update(x, y):
    actor_optimizer.zero_grad()
    loss = F.mse_loss(critic(x), y)
    loss.backward()
    critic_optimizer.step()
# output
"""Another optimizer's zero_grad() clears nothing of the critic's."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, backward, recording, step, zero_grad

actor, critic = Linear(2, 1), Linear(2, 1)
actor_optimizer = SGD(actor.trainable_variables, lr=0.1)
critic_optimizer = SGD(critic.trainable_variables, lr=0.1)


def update(x, y):
    zero_grad(actor_optimizer)
    with recording():
        loss = tf.reduce_mean(tf.square(critic(x) - y))
        backward(loss)
    step(critic_optimizer)
# findings
# clearing/by_another_optimizer.py:15:5: N403 note this update is ported as torch's autograd, in eager mode: critic_optimizer is not cleared, so gradients of an earlier backward are added -> clear, differentiate and step in one block, on a loss that is computed there
