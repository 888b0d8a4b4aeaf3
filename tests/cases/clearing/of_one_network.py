"""A network's zero_grad() clears an optimizer that has this network alone."""

import torch
import torch.nn as nn
import torch.nn.functional as F

actor, critic = nn.Linear(2, 1), nn.Linear(2, 1)
both = torch.optim.SGD([*actor.parameters(), *critic.parameters()], lr=0.1)


def update(x, y):
    actor.zero_grad()
    loss = F.mse_loss(actor(x) + critic(x), y)
    loss.backward()
    both.step()
# output
"""A network's zero_grad() clears an optimizer that has this network alone."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, SGD, graph

actor, critic = Linear(2, 1), Linear(2, 1)
both = SGD([*actor.trainable_variables, *critic.trainable_variables], lr=0.1)


def update(x, y):
    # porter: P201 it may clear what both adds up, or not
    actor.zero_grad()
    loss = tf.reduce_mean(tf.square(graph(actor)(x) + graph(critic)(x) - y))
    # porter: P201 backward() belongs to no update step that was ported
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    both.step()
# findings
# clearing/of_one_network.py:12:5: P201 error it may clear what both adds up, or not
# clearing/of_one_network.py:14:5: P201 error backward() belongs to no update step that was ported
# clearing/of_one_network.py:15:5: P201 error step() belongs to no update step that was ported
