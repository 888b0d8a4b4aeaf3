"""Host lines between loss and step that read buffers, and a project's function without networks."""

import torch
import torch.nn as nn


class Atoms(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 5)
        self.low = -1.0
        self.register_buffer("atoms", torch.linspace(-1.0, 1.0, 5))

    def forward(self, x):
        return torch.softmax(self.layer(x), dim=1)


class Priorities:
    def __init__(self):
        self.largest = 1.0

    def update(self, errors):
        self.largest = max(self.largest, errors.max())


def evaluate(x):
    return (network(x) * network.atoms).sum(1)


network = Atoms()
priorities = Priorities()
optimizer = torch.optim.Adam(network.parameters())
for step in range(100):
    x = torch.rand(8, 4)
    chances = network(x)
    errors = -torch.log(chances[:, 0])
    loss = errors.mean()

    priorities.update(errors.detach().numpy())
    if step % 10 == 0:
        print(loss.item(), (chances * network.atoms).sum(1).mean().item(), network.low)

    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

for step in range(100):
    x = torch.rand(8, 4)
    loss = network(x).mean()
    print(loss.item(), evaluate(x))  # before the weights change
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
"""Host lines between loss and step that read buffers, and a project's function without networks."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, graph, one_op


class Atoms(TorchModel):
    def __init__(self):
        super().__init__()
        self.layer = Linear(4, 5)
        self.low = -1.0
        self.atoms = keras.Variable(tf.linspace(-1.0, 1.0, 5), trainable=False)

    def call(self, x):
        return tf.nn.softmax(self.layer(x), axis=1)


class Priorities:
    def __init__(self):
        self.largest = 1.0

    def update(self, errors):
        self.largest = max(self.largest, errors.max())


def evaluate(x):
    return tf.reduce_sum(graph(network, taped=True)(x) * network.atoms, axis=1)


network = Atoms()
priorities = Priorities()
optimizer = Adam(network.trainable_variables)


@one_op
@tf.function
def train_body():
    x = tf.random.uniform([8, 4])
    with tf.GradientTape() as tape:
        chances = network(x)
        errors = -tf.math.log(chances[:, 0])
        loss = tf.reduce_mean(errors)

    optimizer.apply(tape.gradient(loss, optimizer.params))
    return chances, errors, loss


for step in range(100):
    chances, errors, loss = train_body()

    priorities.update(errors.numpy())
    if step % 10 == 0:
        print(
            loss.numpy().item(),
            tf.reduce_mean(tf.reduce_sum(chances * network.atoms, axis=1)).numpy().item(),
            network.low,
        )


@one_op
@tf.function
def train_body_2():
    x = tf.random.uniform([8, 4])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(network(x))
    grads = tape.gradient(loss, optimizer.params)
    return x, loss, grads


for step in range(100):
    x, loss, grads = train_body_2()
    print(loss.numpy().item(), evaluate(x))  # before the weights change
    graph(optimizer.apply)(grads)
