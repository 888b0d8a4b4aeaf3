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
from torch_compat import SGD, Linear, backward, recording, step, zero_grad

actor, critic = Linear(2, 1), Linear(2, 1)
both = SGD([*actor.trainable_variables, *critic.trainable_variables], lr=0.1)


def update(x, y):
    zero_grad(actor)
    with recording():
        loss = tf.reduce_mean(tf.square(actor(x) + critic(x) - y))
        backward(loss)
    step(both)
# findings
# clearing/of_one_network.py:14:5: N403 note this update is ported as torch's autograd, in eager mode: it may clear what both adds up, or not -> clear, differentiate and step in one block, on a loss that is computed there
