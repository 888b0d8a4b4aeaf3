"""The networks of the project."""

import torch
import torch.nn as nn


def mlp(sizes, activation=nn.Tanh):
    layers = []
    for i in range(len(sizes) - 1):
        layers += [nn.Linear(sizes[i], sizes[i + 1]), activation()]
    return nn.Sequential(*layers[:-1])


class Critic(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.q = mlp([obs_dim + act_dim, 16, 1], nn.ReLU)

    def forward(self, obs, act):
        return torch.squeeze(self.q(torch.cat([obs, act], dim=-1)), -1)
# output
"""The networks of the project."""

import functools
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Linear, Sequential, TorchModel


def mlp(sizes, activation=functools.partial(keras.layers.Activation, "tanh")):
    layers = []
    for i in range(len(sizes) - 1):
        layers += [Linear(sizes[i], sizes[i + 1]), activation()]
    return Sequential(*layers[:-1])


class Critic(TorchModel):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.q = mlp([obs_dim + act_dim, 16, 1], keras.layers.ReLU)

    def call(self, obs, act):
        return tf.squeeze(self.q(tf.concat([obs, act], axis=-1)), axis=-1)
