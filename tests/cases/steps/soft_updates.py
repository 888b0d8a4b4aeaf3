"""Soft updates in one chain, frozen by requires_grad_(); a dtype as the default of a lambda."""
import torch
import torch.nn as nn

net, target = nn.Linear(2, 2), nn.Linear(2, 2)
target.load_state_dict(net.state_dict())
for p in target.parameters():
    p.requires_grad_(False)
tensor = lambda x, dtype=torch.float32: torch.as_tensor(x, dtype=dtype)


def soft_update(tau):
    with torch.no_grad():
        for p, q in zip(net.parameters(), target.parameters()):
            q.data.mul_(1 - tau).add_(tau * p.data)


def soft_update_by_alpha(tau):
    with torch.no_grad():
        for p, q in zip(net.parameters(), target.parameters()):
            q.mul_(1 - tau).add_(p, alpha=tau)


for step in range(3):
    soft_update(0.1)
    soft_update_by_alpha(0.2)
print(tensor([1, 2]), torch.sub(tensor([3]), tensor([1]), alpha=0.1 * step))
# output
"""Soft updates in one chain, frozen by requires_grad_(); a dtype as the default of a lambda."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear

net, target = Linear(2, 2), Linear(2, 2)
target.set_weights(net.get_weights())
tensor = lambda x, dtype=tf.float32: tf.constant(x, dtype)


def soft_update(tau):
    for p, q in zip(net.trainable_variables, target.trainable_variables):
        q.assign(q * (1 - tau) + tau * p)


def soft_update_by_alpha(tau):
    for p, q in zip(net.trainable_variables, target.trainable_variables):
        q.assign(q * (1 - tau) + tau * p)


for step in range(3):
    soft_update(0.1)
    soft_update_by_alpha(0.2)
print(tensor([1, 2]), tensor([3]) - 0.1 * step * tensor([1]))
