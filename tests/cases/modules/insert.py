"""nn.ModuleList.insert, and torchsummary's table."""

import torch
import torch.nn as nn
from torchsummary import summary


def prepend(layers, layer):
    layers.insert(0, layer)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.ups = nn.ModuleList([])
        for n in (2, 3, 4):
            prepend(self.ups, nn.Linear(n + 1, n))

    def forward(self, x):
        for up in self.ups:
            x = up(x)
        return x


net = Net()
print(net(torch.ones(2, 5)), summary(net, (5,), device="cpu"))
# output
"""nn.ModuleList.insert, and torchsummary's table."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, ModuleList, TorchModel


def prepend(layers, layer):
    layers.insert(0, layer)


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.ups = ModuleList([])
        for n in (2, 3, 4):
            prepend(self.ups, Linear(n + 1, n))

    def call(self, x):
        for up in self.ups:
            x = up(x)
        return x


net = Net()
print(net(tf.ones([2, 5])), net.summary())
# findings
# modules/insert.py:26:7: N403 note net is called in eager mode: it calls forward(): a Python loop -> pass what changes as an argument, and keep Python's own work out of forward
# modules/insert.py:26:30: N402 note Keras prints its own table of the layers
