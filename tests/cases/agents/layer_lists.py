"""Networks of as many layers as asked for: Sequential(*layers), and a ModuleList."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


def mlp(sizes, activation, output_activation=nn.Identity):
    layers = []
    for j in range(len(sizes) - 1):
        act = activation if j < len(sizes) - 2 else output_activation
        layers += [nn.Linear(sizes[j], sizes[j + 1]), act()]
    return nn.Sequential(*layers)


class Residual(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(size, size) for _ in range(depth)])
        self.heads = nn.ModuleDict({"pi": nn.Linear(size, 2), "v": nn.Linear(size, 1)})

    def forward(self, x):
        for block in self.blocks:
            x = x + F.relu(block(x))
        return self.heads["pi"](x), self.heads["v"](x)


encoder = mlp([4, 16, 16], nn.Tanh)
body = Residual(16, depth=3)
optimizer = optim.Adam(list(encoder.parameters()) + list(body.parameters()), lr=1e-3)
rng = np.random.RandomState(0)
for step in range(4):
    x = torch.tensor(rng.randn(8, 4), dtype=torch.float32)
    target = torch.tensor(rng.randint(2, size=8))
    logits, value = body(encoder(x))
    loss = F.cross_entropy(logits, target) + value.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""Networks of as many layers as asked for: Sequential(*layers), and a ModuleList."""

import functools
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    ModuleDict,
    ModuleList,
    Sequential,
    TorchModel,
    from_array,
    one_op,
)


def mlp(sizes, activation, output_activation=keras.layers.Identity):
    layers = []
    for j in range(len(sizes) - 1):
        act = activation if j < len(sizes) - 2 else output_activation
        layers += [Linear(sizes[j], sizes[j + 1]), act()]
    return Sequential(*layers)


class Residual(TorchModel):
    def __init__(self, size, depth):
        super().__init__()
        self.blocks = ModuleList([Linear(size, size) for _ in range(depth)])
        self.heads = ModuleDict({"pi": Linear(size, 2), "v": Linear(size, 1)})

    def call(self, x):
        for block in self.blocks:
            x = x + tf.nn.relu(block(x))
        return self.heads["pi"](x), self.heads["v"](x)


encoder = mlp([4, 16, 16], functools.partial(keras.layers.Activation, "tanh"))
body = Residual(16, depth=3)
optimizer = Adam(list(encoder.trainable_variables) + list(body.trainable_variables), lr=1e-3)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(x, target):
    with tf.GradientTape() as tape:
        logits, value = body(encoder(x))
        loss = (
            tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=target)
            )
            + tf.reduce_mean(tf.square(value))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(4):
    x = from_array(rng.randn(8, 4), tf.float32)
    target = from_array(rng.randint(2, size=8))
    loss = train_body(x, target)
    print(step, loss.numpy().item())
