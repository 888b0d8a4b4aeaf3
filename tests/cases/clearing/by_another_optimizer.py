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
from torch_compat import Linear, SGD, graph

actor, critic = Linear(2, 1), Linear(2, 1)
actor_optimizer = SGD(actor.trainable_variables, lr=0.1)
critic_optimizer = SGD(critic.trainable_variables, lr=0.1)


def update(x, y):
    # porter: P201 zero_grad() belongs to no update step that was ported
    actor_optimizer.zero_grad()
    loss = tf.reduce_mean(tf.square(graph(critic)(x) - y))
    # porter: P202 critic_optimizer is not cleared, so gradients of an earlier backward are added
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    critic_optimizer.step()
# findings
# clearing/by_another_optimizer.py:13:5: P201 error zero_grad() belongs to no update step that was ported
# clearing/by_another_optimizer.py:15:5: P202 error critic_optimizer is not cleared, so gradients of an earlier backward are added -> call zero_grad() before each backward
# clearing/by_another_optimizer.py:16:5: P201 error step() belongs to no update step that was ported
