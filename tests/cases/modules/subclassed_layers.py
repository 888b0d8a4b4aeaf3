import torch
import torch.nn as nn
import torch.nn.functional as F


class NoisyLinear(nn.Linear):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs)
        self.sigma = nn.Parameter(torch.full((outputs, inputs), 0.017))

    def forward(self, x):
        if self.training:
            noise = self.sigma * torch.randn(self.weight.shape)
            return F.linear(x, self.weight + noise, self.bias)
        return super().forward(x)


net = NoisyLinear(3, 2)
for p in net.parameters():
    p.data = p.data * 0.5
net.weight.data = torch.ones(2, 3)
net.weight.data.uniform_(-1 / net.in_features, 1 / net.weight.size(1))
other = nn.Conv1d(1, 2, 3)
other.weight = nn.Parameter(torch.zeros(2, 1, 3))
other.bias = net.bias
print(net(torch.ones(4, 3)).shape)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Conv1d, Linear, replace_part


class NoisyLinear(Linear):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs)
        self.sigma = keras.Variable(tf.fill((outputs, inputs), 0.017))

    def call(self, x):
        if getattr(self, "training", True):
            noise = self.sigma * tf.random.normal(self.weight.shape)
            return tf.tensordot(x, self.weight + noise, [[-1], [-1]]) + self.bias
        return super().call(x)


net = NoisyLinear(3, 2)
for p in net.trainable_variables:
    p.assign(p * 0.5)
net.weight.assign(tf.ones([2, 3]))
net.weight.assign(
    tf.random.uniform(net.weight.shape, -1 / net.in_features, 1 / net.weight.shape[1])
)
other = Conv1d(1, 2, 3)
other.weight.assign(tf.zeros([2, 1, 3]))
replace_part(other, "bias", net.bias)
print(net(tf.ones([4, 3])).shape)
# findings
# modules/subclassed_layers.py:26:7: N403 note net is called in eager mode: it calls forward(): it calls super().forward -> pass what changes as an argument, and keep Python's own work out of forward
