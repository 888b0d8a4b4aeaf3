import torch
import torch.nn as nn


class Policies(nn.Module):
    def __init__(self, individuals):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(individuals, 3, 2, dtype=torch.float64))

    def forward(self, observations):
        return torch.bmm(observations.unsqueeze(1), self.weight).squeeze(1)


class Listed(nn.Module):
    def __init__(self):
        super(Listed, self).__init__()
        self.weights = nn.ParameterList([torch.ones(3, 2, dtype=torch.double) for _ in range(2)])

    def forward(self, x):
        return x @ self.weights[0]


policies = Policies(4)
print(policies(torch.ones(4, 3, dtype=torch.float64)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import ParameterList, TorchModel, graph


class Policies(TorchModel):
    def __init__(self, individuals):
        super().__init__()
        self.weight = keras.Variable(tf.zeros([individuals, 3, 2], tf.float64))

    def call(self, observations):
        return tf.squeeze(tf.matmul(tf.expand_dims(observations, axis=1), self.weight), axis=1)


class Listed(TorchModel):
    def __init__(self):
        super(Listed, self).__init__()
        self.weights_ = ParameterList([tf.ones([3, 2], tf.float64) for _ in range(2)])

    def call(self, x):
        return keras.ops.matmul(x, self.weights_[0])


policies = Policies(4)
print(graph(policies)(tf.ones([4, 3], tf.float64)))
# findings
# modules/doubles.py:17:9: N401 note weights is called weights_: Keras reserves the name
