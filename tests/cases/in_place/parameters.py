import torch
import torch.nn as nn

net, target = nn.Linear(4, 2), nn.Linear(4, 2)


def soft_update(tau):
    with torch.no_grad():
        for p, t in zip(net.parameters(), target.parameters()):
            t.data.mul_(1 - tau)
            t.data.add_(tau * p.data)
        for p, t in zip(net.parameters(), target.parameters()):
            t.mul_(1 - tau).add_(tau * p)
        for p in net.parameters():
            p -= 0.01 * p
        net.weight[0] = 1.0
        net.bias.data.clamp_(-1, 1)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, replaced

net, target = Linear(4, 2), Linear(4, 2)


def soft_update(tau):
    for p, t in zip(net.trainable_variables, target.trainable_variables):
        t.assign(t * (1 - tau))
        t.assign_add(tau * p)
    for p, t in zip(net.trainable_variables, target.trainable_variables):
        t.assign(t * (1 - tau) + tau * p)
    for p in net.trainable_variables:
        p.assign_sub(0.01 * p)
    net.weight.assign(replaced(net.weight, lambda part: part[0], 1.0))
    net.bias.assign(tf.minimum(tf.maximum(net.bias, -1), 1))
