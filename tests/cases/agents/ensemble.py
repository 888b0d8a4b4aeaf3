"""Critics that are one network: a weight with a dimension for the critic."""

import math

import numpy as np
import torch
import torch.nn as nn


class EnsembleLinear(nn.Module):
    def __init__(self, ins, outs, critics):
        super().__init__()
        self.critics = critics
        self.weight = nn.Parameter(torch.empty(critics, ins, outs))
        self.bias = nn.Parameter(torch.empty(critics, 1, outs))
        self.reset_parameters()

    def reset_parameters(self):
        for critic in range(self.critics):
            nn.init.kaiming_uniform_(self.weight[critic], a=math.sqrt(5))
        fan_in, _ = nn.init._calculate_fan_in_and_fan_out(self.weight[0])
        nn.init.constant_(self.bias[0], 1 / math.sqrt(fan_in))
        nn.init.zeros_(self.bias[1:])

    def forward(self, x):
        return x @ self.weight + self.bias


class Critic(nn.Module):
    def __init__(self, critics):
        super().__init__()
        self.critics = critics
        self.net = nn.Sequential(
            EnsembleLinear(3, 8, critics), nn.ReLU(), EnsembleLinear(8, 1, critics)
        )
        for layer in self.net[::2]:
            nn.init.constant_(layer.bias, 0.1)

    def forward(self, states):
        states = states.unsqueeze(0).repeat_interleave(self.critics, dim=0)
        return self.net(states).squeeze(-1)


critic = Critic(4)
print([round(b.item(), 3) for b in EnsembleLinear(3, 1, 2).bias.flatten()])
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
rng = np.random.RandomState(0)
for step in range(4):
    states = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
    target = torch.tensor(rng.randn(8), dtype=torch.float32)
    values = critic(states)
    loss = ((values - target.unsqueeze(0)) ** 2).mean(dim=1).sum() - values.std(0).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""Critics that are one network: a weight with a dimension for the critic."""

import math

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Sequential,
    TorchModel,
    fans,
    from_array,
    init_constant,
    init_kaiming_uniform,
    init_zeros,
    one_op,
    root,
    unbiased_var,
)


class EnsembleLinear(TorchModel):
    def __init__(self, ins, outs, critics):
        super().__init__()
        self.critics = critics
        self.weight = keras.Variable(tf.zeros([critics, ins, outs]))
        self.bias = keras.Variable(tf.zeros([critics, 1, outs]))
        self.reset_parameters()

    def reset_parameters(self):
        for critic in range(self.critics):
            init_kaiming_uniform(self.weight[critic], a=math.sqrt(5))
        fan_in, _ = fans(self.weight[0].shape)
        init_constant(self.bias[0], 1 / math.sqrt(fan_in))
        init_zeros(self.bias[1:])

    def call(self, x):
        return keras.ops.matmul(x, self.weight) + self.bias


class Critic(TorchModel):
    def __init__(self, critics):
        super().__init__()
        self.critics = critics
        self.net = Sequential(
            EnsembleLinear(3, 8, critics), keras.layers.ReLU(), EnsembleLinear(8, 1, critics)
        )
        for layer in self.net[::2]:
            layer.bias.assign(tf.fill(layer.bias.shape, 0.1))

    def call(self, states):
        states = tf.repeat(tf.expand_dims(states, axis=0), self.critics, axis=0)
        return tf.squeeze(self.net(states), axis=-1)


critic = Critic(4)
print([round(b.numpy().item(), 3) for b in tf.reshape(EnsembleLinear(3, 1, 2).bias, [-1])])
optimizer = Adam(critic.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(states, target):
    with tf.GradientTape() as tape:
        values = critic(states)
        loss = (
            tf.reduce_sum(tf.reduce_mean((values - tf.expand_dims(target, axis=0)) ** 2, axis=1))
            - tf.reduce_mean(root(unbiased_var(values, axis=0)))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(4):
    states = from_array(rng.randn(8, 3), tf.float32)
    target = from_array(rng.randn(8), tf.float32)
    loss = train_body(states, target)
    print(step, loss.numpy().item())
