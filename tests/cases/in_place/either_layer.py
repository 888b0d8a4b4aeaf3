"""Weights of a layer that is now a convolution, now a linear one: they are assigned, too."""

import torch
from torch import nn


def normed(layer, dims, scale=1.0):
    with torch.no_grad():
        layer.weight.data *= scale / layer.weight.norm(dim=dims, p=2, keepdim=True)
        layer.bias *= 0
    return layer


network = nn.Sequential(
    normed(nn.Conv2d(3, 4, 3), (1, 2, 3)), nn.Flatten(), normed(nn.Linear(16, 2), 1)
)
# output
"""Weights of a layer that is now a convolution, now a linear one: they are assigned, too."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
from torch_compat import Conv2d, Linear, Sequential, vector_norm


def normed(layer, dims, scale=1.0):
    layer.weight.assign(
        layer.weight * (scale / vector_norm(layer.weight, 2, axis=dims, keepdims=True))
    )
    layer.bias.assign(layer.bias * 0)
    return layer


network = Sequential(
    normed(Conv2d(3, 4, 3), (1, 2, 3)), keras.layers.Flatten(), normed(Linear(16, 2), 1)
)
