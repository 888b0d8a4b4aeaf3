import numpy as np
import torch
import torch.nn as nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("noise", torch.zeros(3))

    def reset_noise(self):
        self.noise.copy_(torch.randn(3))

    def forward(self, x):
        return x + self.noise


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Sequential(Noisy(), nn.ReLU(), Noisy())

    def reset_noise(self):
        for layer in self.head:
            if isinstance(layer, Noisy):
                layer.reset_noise()

    def forward(self, x):
        return self.head(x)


def spread(x):
    if isinstance(x, np.ndarray):
        return x.std()
    if isinstance(x, torch.Tensor):
        return x.std()
    return x.std()


network = Network()
network.reset_noise()
print(network(torch.ones(2, 3)).mean(), spread(np.ones(3)))
# output
import keras
import numpy as np
import tensorflow as tf
from torch_compat import Sequential, TorchModel, graph


class Noisy(TorchModel):
    def __init__(self):
        super().__init__()
        self.noise = keras.Variable(tf.zeros([3]), trainable=False)

    def reset_noise(self):
        self.noise.assign(tf.random.normal([3]))

    def call(self, x):
        return x + self.noise


class Network(TorchModel):
    def __init__(self):
        super().__init__()
        self.head = Sequential(Noisy(), keras.layers.ReLU(), Noisy())

    def reset_noise(self):
        for layer in self.head:
            if isinstance(layer, Noisy):
                layer.reset_noise()

    def call(self, x):
        return self.head(x)


def spread(x):
    if isinstance(x, np.ndarray):
        return x.std()
    if isinstance(x, tf.Tensor):
        return x.std()
    return x.std()


network = Network()
network.reset_noise()
print(tf.reduce_mean(graph(network)(tf.ones([2, 3]))), spread(np.ones(3)))
