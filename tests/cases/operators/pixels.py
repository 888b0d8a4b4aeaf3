import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(4, 8, 3), nn.ReLU(), nn.Flatten())

    def forward(self, x):
        return self.body(x / 255.0)


network = Network()


def act(frames, replay):
    stored = network(replay.sample())
    return stored, network(torch.Tensor(frames)).mean() / 2
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Conv2d, Sequential, TorchModel, floating, from_array, graph


class Network(TorchModel):
    def __init__(self):
        super().__init__()
        self.body = Sequential(Conv2d(4, 8, 3), keras.layers.ReLU(), keras.layers.Flatten())

    def call(self, x):
        return self.body(floating(x) / 255.0)


network = Network()


def act(frames, replay):
    stored = graph(network, taped=True)(replay.sample())
    return stored, tf.reduce_mean(graph(network, taped=True)(from_array(frames, tf.float32))) / 2
