# A block of a Sequential checks its output's shape by a method that counts sizes: a trace knows both.
import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, shape, channels):
        super().__init__()
        self._shape = shape
        self._channels = channels
        self.conv = nn.Conv2d(shape[0], channels, 3, stride=2, padding=1)

    def forward(self, x):
        x = torch.relu(self.conv(x))
        assert x.shape[1:] == self.out_shape()
        return x

    def out_shape(self):
        _, h, w = self._shape
        return (self._channels, (h + 1) // 2, (w + 1) // 2)


first = Block((3, 8, 8), 4)
net = nn.Sequential(first, Block(first.out_shape(), 2), nn.Flatten(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    loss = net(torch.ones(2, 3, 8, 8)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
# A block of a Sequential checks its output's shape by a method that counts sizes: a trace knows both.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Conv2d, Linear, Sequential, TorchModel, one_op


class Block(TorchModel):
    def __init__(self, shape, channels):
        super().__init__()
        self._shape = shape
        self._channels = channels
        self.conv = Conv2d(shape[0], channels, 3, stride=2, padding=1)

    def call(self, x):
        x = tf.nn.relu(self.conv(x))
        assert x.shape[1:] == self.out_shape()
        return x

    def out_shape(self):
        _, h, w = self._shape
        return (self._channels, (h + 1) // 2, (w + 1) // 2)


first = Block((3, 8, 8), 4)
net = Sequential(first, Block(first.out_shape(), 2), keras.layers.Flatten(), Linear(8, 1))
optimizer = SGD(net.trainable_variables, lr=0.1)


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(tf.ones([2, 3, 8, 8]))))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for step in range(3):
    train_body()
