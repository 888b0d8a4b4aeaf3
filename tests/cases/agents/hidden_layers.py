"""Networks in plain lists: torch does not train them with the one that holds them."""

import torch
import torch.nn as nn


def square(size):
    return nn.Linear(size, size)


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.blocks = [nn.Linear(4, 4)] * 2
        self.mapped = list(map(lambda size: nn.Linear(size, size), [4, 4]))
        self.made = list(map(square, [4]))
        self.heads = {"q": nn.Linear(4, 1)}
        self.more = []
        for _ in range(2):
            self.more.append(nn.Linear(4, 4))
        self.scale = [nn.Parameter(torch.ones(4))]
        self.last = nn.ModuleList([nn.Linear(4, 4)])

    def forward(self, x):
        x = torch.tanh(self.first(x)) * self.scale[0]
        for block in self.blocks:
            x = x + torch.tanh(block(x))
        for layer in self.mapped + self.made:
            x = torch.tanh(layer(x))
        for layer in self.more:
            x = torch.tanh(layer(x))
        for layer in self.last:
            x = layer(x)
        return self.heads["q"](x)


net = Residual()
for layer in [*net.blocks, *net.mapped, *net.made, *net.more, net.heads["q"]]:
    nn.init.constant_(layer.weight, 0.3)
    nn.init.constant_(layer.bias, 0.1)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
print(len(list(net.parameters())))
for step in range(8):
    x = torch.randn(8, 3)
    loss = (net(x) - x.sum(dim=1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# output
"""Networks in plain lists: torch does not train them with the one that holds them."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, ModuleList, TorchModel, one_op, set_untracked


def square(size):
    return Linear(size, size)


class Residual(TorchModel):
    def __init__(self):
        super().__init__()
        self.first = Linear(3, 4)
        set_untracked(self, "blocks", [Linear(4, 4)] * 2)
        set_untracked(self, "mapped", list(map(lambda size: Linear(size, size), [4, 4])))
        set_untracked(self, "made", list(map(square, [4])))
        set_untracked(self, "heads", {"q": Linear(4, 1)})
        set_untracked(self, "more", [])
        for _ in range(2):
            self.more.append(Linear(4, 4))
        set_untracked(self, "scale", [keras.Variable(tf.ones([4]))])
        self.last = ModuleList([Linear(4, 4)])

    def call(self, x):
        x = tf.tanh(self.first(x)) * self.scale[0]
        for block in self.blocks:
            x = x + tf.tanh(block(x))
        for layer in self.mapped + self.made:
            x = tf.tanh(layer(x))
        for layer in self.more:
            x = tf.tanh(layer(x))
        for layer in self.last:
            x = layer(x)
        return self.heads["q"](x)


net = Residual()
for layer in [*net.blocks, *net.mapped, *net.made, *net.more, net.heads["q"]]:
    layer.weight.assign(tf.fill(layer.weight.shape, 0.3))
    layer.bias.assign(tf.fill(layer.bias.shape, 0.1))
optimizer = Adam(net.trainable_variables, lr=1e-2)
print(len(list(net.trainable_variables)))


@one_op
@tf.function
def train_body():
    x = tf.random.normal([8, 3])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - tf.reduce_sum(x, axis=1, keepdims=True)))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(8):
    loss = train_body()
    print(loss.numpy().item())
