"""An output layer that a flag leaves out: what stands in its place is a function."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def identity(x):
    return x


class MLP(nn.Module):
    def __init__(self, sizes, activation=F.relu, output_activation=identity, output=True):
        super().__init__()
        self.hidden = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes[:-2], sizes[1:-1]))
        self.activation, self.output_activation = activation, output_activation
        if output:
            self.output_layer = nn.Linear(sizes[-2], sizes[-1])
        else:
            self.output_layer = identity

    def forward(self, x):
        for layer in self.hidden:
            x = self.activation(layer(x))
        return self.output_activation(self.output_layer(x))


class Agent:
    def __init__(self):
        self.body, self.head = MLP([3, 8, 8], output=False), MLP([8, 8, 1])
        parameters = [*self.body.parameters(), *self.head.parameters()]
        self.optimizer = torch.optim.Adam(parameters, lr=0.01)

    def update(self, x, y):
        loss = F.mse_loss(self.head(self.body(x)), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent()
for net in (agent.body, agent.head):
    for p in net.parameters():
        p.data.copy_(torch.sin(torch.arange(p.numel(), dtype=torch.float32)).reshape(p.shape) / 3)
x = torch.cos(torch.arange(12, dtype=torch.float32)).reshape(4, 3)
for _ in range(4):
    print(round(agent.update(x, x.sum(1, keepdim=True)), 4))
# output
"""An output layer that a flag leaves out: what stands in its place is a function."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, ModuleList, TorchModel, one_op


def identity(x):
    return x


class MLP(TorchModel):
    def __init__(self, sizes, activation=tf.nn.relu, output_activation=identity, output=True):
        super().__init__()
        self.hidden = ModuleList(Linear(a, b) for a, b in zip(sizes[:-2], sizes[1:-1]))
        self.activation, self.output_activation = activation, output_activation
        if output:
            self.output_layer = Linear(sizes[-2], sizes[-1])
        else:
            self.output_layer = identity

    def call(self, x):
        for layer in self.hidden:
            x = self.activation(layer(x))
        return self.output_activation(self.output_layer(x))


class Agent:
    def __init__(self):
        self.body, self.head = MLP([3, 8, 8], output=False), MLP([8, 8, 1])
        parameters = [*self.body.trainable_variables, *self.head.trainable_variables]
        self.optimizer = Adam(parameters, lr=0.01)

    def update(self, x, y):
        loss = self._update_body(x, y)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.head(self.body(x)) - y))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


agent = Agent()


@one_op
@tf.function
def update_parameters(net):
    for p in net.trainable_variables:
        p.assign(
            tf.reshape(tf.sin(tf.range(p.shape.num_elements(), dtype=tf.float32)), p.shape) / 3
        )


for net in (agent.body, agent.head):
    update_parameters(net)
x = tf.reshape(tf.cos(tf.range(12, dtype=tf.float32)), [4, 3])
for _ in range(4):
    print(round(agent.update(x, tf.reduce_sum(x, axis=1, keepdims=True)), 4))
