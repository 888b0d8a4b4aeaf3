# Torch functions and classes that are arguments: which one is the caller's business.
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


def mlp(sizes, activation=nn.Tanh, last=nn.Identity):
    layers = []
    for i in range(len(sizes) - 1):
        act = activation if i < len(sizes) - 2 else last
        layers += [nn.Linear(sizes[i], sizes[i + 1]), act()]
    return nn.Sequential(*layers)


class Net(nn.Module):
    def __init__(self, squash=F.relu, slope=F.leaky_relu):
        super().__init__()
        self.net = mlp([3, 4, 2], nn.ReLU)
        self.other = mlp([3, 2], activation=nn.LeakyReLU)
        self.squash = squash
        self.slope = slope

    def forward(self, x):
        return self.slope(self.squash(self.net(x) + self.other(x)))


def train(make=optim.Adam):
    net = Net(torch.tanh)
    optimizer = make(net.parameters(), lr=0.1)
    loss = net(torch.ones(2, 3)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
# Torch functions and classes that are arguments: which one is the caller's business.
import functools
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, TorchModel, leaky_relu, leaky_relu_layer, one_op


def mlp(
    sizes, activation=functools.partial(keras.layers.Activation, "tanh"), last=keras.layers.Identity
):
    layers = []
    for i in range(len(sizes) - 1):
        act = activation if i < len(sizes) - 2 else last
        layers += [Linear(sizes[i], sizes[i + 1]), act()]
    return Sequential(*layers)


class Net(TorchModel):
    def __init__(self, squash=tf.nn.relu, slope=leaky_relu):
        super().__init__()
        self.net = mlp([3, 4, 2], keras.layers.ReLU)
        self.other = mlp([3, 2], activation=leaky_relu_layer)
        self.squash = squash
        self.slope = slope

    def call(self, x):
        return self.slope(self.squash(self.net(x) + self.other(x)))


@one_op
@tf.function
def train_body(net, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(tf.ones([2, 3])))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train(make=Adam):
    net = Net(tf.tanh)
    optimizer = make(net.trainable_variables, lr=0.1)
    train_body(net, optimizer)
