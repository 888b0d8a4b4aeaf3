"""A call with several arguments is none of a layer that takes one."""

import torch
from torch import nn


def FeedForward(dim):
    return nn.Sequential(nn.Linear(dim, dim), nn.GELU())


class Attention(nn.Module):
    def __init__(self, dim, plain):
        super().__init__()
        self.plain = plain
        self.to_q = nn.Linear(dim, dim) if plain else Scaled(dim)

    def forward(self, x, mask=None):
        options = {} if self.plain else {"scale": 2.0}
        y = self.to_q(x, **options)
        return y if mask is None else y.masked_fill(mask, 0.0)


class Scaled(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.linear = nn.Linear(dim, dim)

    def forward(self, x, scale):
        return self.linear(x) * scale


class Net(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList([])
        for _ in range(depth):
            self.blocks.append(nn.ModuleList([Attention(dim, False), FeedForward(dim)]))

    def forward(self, x, mask=None):
        for attn, ff in self.blocks:
            x = attn(x, mask=mask) + x
            x = ff(x) + x
        return x


net = Net(4, 2)
print(net(torch.ones(2, 4), mask=torch.zeros(2, 4).bool()).sum())
# output
"""A call with several arguments is none of a layer that takes one."""

import operator
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Linear, ModuleList, Sequential, TorchModel, promoted, summed


def FeedForward(dim):
    return Sequential(Linear(dim, dim), keras.layers.Activation("gelu"))


class Attention(TorchModel):
    def __init__(self, dim, plain):
        super().__init__()
        self.plain = plain
        self.to_q = Linear(dim, dim) if plain else Scaled(dim)

    def call(self, x, mask=None):
        options = {} if self.plain else {"scale": 2.0}
        y = self.to_q(x, **options)
        return y if mask is None else tf.where(mask, 0.0, y)


class Scaled(TorchModel):
    def __init__(self, dim):
        super().__init__()
        self.linear = Linear(dim, dim)

    def call(self, x, scale):
        return promoted(operator.mul, self.linear(x), scale)


class Net(TorchModel):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = ModuleList([])
        for _ in range(depth):
            self.blocks.append(ModuleList([Attention(dim, False), FeedForward(dim)]))

    def call(self, x, mask=None):
        for attn, ff in self.blocks:
            x = attn(x, mask=mask) + x
            x = ff(x) + x
        return x


net = Net(4, 2)
print(tf.reduce_sum(summed(net(tf.ones([2, 4]), mask=tf.cast(tf.zeros([2, 4]), tf.bool)))))
# findings
# receivers/layer_of_one_input.py:47:7: N403 note net is called in eager mode: it calls forward(): it calls forward(): not known to be a tensor -> pass what changes as an argument, and keep Python's own work out of forward
