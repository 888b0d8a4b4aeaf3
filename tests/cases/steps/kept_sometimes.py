"""What a network keeps of a pass stays in eager mode where it can't be told what it keeps."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Sometimes(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.verbose = False
        self.outputs = {}

    def forward(self, x):
        y = self.fc(x)
        if self.verbose:
            self.outputs["y"] = y
        return y


class Each(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])
        self.outputs = {}

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            self.outputs["layer%d" % i] = x
        return x


class Stateful(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.last = torch.zeros(2)

    def forward(self, x):
        y = self.fc(x + self.last)
        self.last = y.detach()
        return y


sometimes, each, stateful = Sometimes(), Each(), Stateful()
optimizer = torch.optim.SGD(sometimes.parameters(), lr=0.1)
each_optimizer = torch.optim.SGD(each.parameters(), lr=0.1)
stateful_optimizer = torch.optim.SGD(stateful.parameters(), lr=0.1)


def train(x, y):
    loss = F.mse_loss(sometimes(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_each(x, y):
    loss = F.mse_loss(each(x), y)
    each_optimizer.zero_grad()
    loss.backward()
    each_optimizer.step()


def train_stateful(x, y):
    loss = F.mse_loss(stateful(x), y)
    stateful_optimizer.zero_grad()
    loss.backward()
    stateful_optimizer.step()


for step in range(10):
    train(torch.randn(4, 2), torch.randn(4, 2))
    train_each(torch.randn(4, 2), torch.randn(4, 2))
    train_stateful(torch.randn(4, 2), torch.randn(4, 2))
# output
"""What a network keeps of a pass stays in eager mode where it can't be told what it keeps."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, KeptOutputs, Linear, ModuleList, TorchModel, graph, one_op


class Sometimes(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 2)
        self.verbose = False
        self.outputs = KeptOutputs()

    def call(self, x):
        y = self.fc(x)
        if self.verbose:
            self.outputs["y"] = y
        return y


class Each(TorchModel):
    def __init__(self):
        super().__init__()
        self.layers_ = ModuleList([Linear(2, 2), Linear(2, 2)])
        self.outputs = KeptOutputs()

    def call(self, x):
        for i, layer in enumerate(self.layers_):
            x = layer(x)
            self.outputs["layer%d" % i] = x
        return x


class Stateful(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 2)
        self.last = tf.zeros([2])

    def call(self, x):
        y = self.fc(x + self.last)
        self.last = tf.stop_gradient(y)
        return y


sometimes, each, stateful = Sometimes(), Each(), Stateful()
optimizer = SGD(sometimes.trainable_variables, lr=0.1)
each_optimizer = SGD(each.trainable_variables, lr=0.1)
stateful_optimizer = SGD(stateful.trainable_variables, lr=0.1)


@one_op
@tf.function
def train_body(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(sometimes(x) - y))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train(x, y):
    train_body(x, y)


@one_op
@tf.function
def train_each_body(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(each(x) - y))
    grads = tape.gradient(loss, each_optimizer.params)
    each_optimizer.apply(grads)


def train_each(x, y):
    train_each_body(x, y)


def train_stateful(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(stateful(x) - y))
    grads = tape.gradient(loss, stateful_optimizer.params)
    graph(stateful_optimizer.apply)(grads)


for step in range(10):
    train(tf.random.normal([4, 2]), tf.random.normal([4, 2]))
    train_each(tf.random.normal([4, 2]), tf.random.normal([4, 2]))
    train_stateful(tf.random.normal([4, 2]), tf.random.normal([4, 2]))
# findings
# steps/kept_sometimes.py:25:9: N401 note layers is called layers_: Keras reserves the name
# steps/kept_sometimes.py:68:5: N403 note this update stays in eager mode: it calls forward(): it reads self.last, which changes -> write the step as tensor code only, with host lines before or behind it
