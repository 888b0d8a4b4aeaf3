"""A name that is now a part of an array, now what a network gives."""

import torch
from torch import nn

network = nn.Linear(3, 2)
values = torch.zeros((4, 5))
returns = torch.zeros_like(values)
obs = torch.ones((5, 3))
for step in range(4):
    with torch.no_grad():
        values[step] = network(obs).max(1)[0]
for t in reversed(range(4)):
    if t == 3:
        next_value, _ = torch.max(network(obs).detach(), dim=-1)
    else:
        next_value = values[t + 1]
    returns[t] = values[t] + 0.9 * next_value
print(returns.sum())
# output
"""A name that is now a part of an array, now what a network gives."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Linear, one_op

network = Linear(3, 2)
values = np.zeros((4, 5), np.float32)
returns = np.zeros_like(values)
obs = tf.ones((5, 3))


@one_op
@tf.function
def call_network(obs):
    return network(obs)


for step in range(4):
    values[step] = tf.reduce_max(call_network(obs), axis=1)
for t in reversed(range(4)):
    if t == 3:
        next_value = tf.reduce_max(call_network(obs), axis=-1)
    else:
        next_value = values[t + 1]
    returns[t] = values[t] + 0.9 * next_value
print(tf.reduce_sum(returns))
