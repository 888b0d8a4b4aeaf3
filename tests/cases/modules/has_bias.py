import torch
import torch.nn as nn


def weight_init(m):
    if isinstance(m, nn.Linear):
        nn.init.orthogonal_(m.weight.data)
        if hasattr(m.bias, "data"):
            m.bias.data.fill_(0.0)


def shape(x: torch.Tensor, other):
    return hasattr(x, "own") or hasattr(other, "data")


net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1, bias=False))
net.apply(weight_init)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, Sequential, apply_to, orthogonal


def weight_init(m):
    if isinstance(m, Linear):
        m.weight.assign(orthogonal(m.weight.shape))
        if m.bias is not None:
            m.bias.assign(tf.fill(m.bias.shape, 0.0))


def shape(x: tf.Tensor, other):
    return hasattr(x, "own") or (tf.is_tensor(other) or hasattr(other, "data"))


net = Sequential(Linear(2, 2), Linear(2, 1, bias=False))
apply_to(net, weight_init)
