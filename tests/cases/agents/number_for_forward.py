"""How many samples forward() draws: a number of the agent's, passed by position."""
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, samples):
        super().__init__()
        self.samples = samples
        self.value = nn.Linear(4, 2)

    def forward(self, x, samples=8):
        return self.value(x).unsqueeze(1).expand(x.size(0), samples, 2)

    def mean(self, x):
        return self.forward(x, self.samples).mean(dim=1)


class Agent:
    def __init__(self, samples):
        self.samples = samples
        self.net = Net(samples)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self, x):
        with torch.no_grad():
            target = self.net.mean(x).max(1)[0]
        value = self.net(x, self.samples).mean(dim=2)
        loss = (value - target.unsqueeze(1)).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
agent = Agent(5)
for step in range(4):
    print(agent.learn(torch.rand(8, 4)))
# output
"""How many samples forward() draws: a number of the agent's, passed by position."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, expand, one_op


class Net(TorchModel):
    def __init__(self, samples):
        super().__init__()
        self.samples = samples
        self.value = Linear(4, 2)

    def call(self, x, samples=8):
        return expand(tf.expand_dims(self.value(x), axis=1), [keras.ops.shape(x)[0], samples, 2])

    def mean(self, x):
        return tf.reduce_mean(self(x, samples=self.samples), axis=1)


class Agent:
    def __init__(self, samples):
        self.samples = samples
        self.net = Net(samples)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def learn(self, x):
        loss = self._learn_body(x)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, x):
        target = tf.reduce_max(self.net.mean(x), axis=1)
        with tf.GradientTape() as tape:
            value = tf.reduce_mean(self.net(x, samples=self.samples), axis=2)
            loss = tf.reduce_mean(tf.square(value - tf.expand_dims(target, axis=1)))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


tf.random.set_seed(0)
agent = Agent(5)
for step in range(4):
    print(agent.learn(tf.random.uniform([8, 4])))
