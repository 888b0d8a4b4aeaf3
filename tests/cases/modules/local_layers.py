import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, individuals):
        super().__init__()
        shapes = [(3, 8), (1, 8)]
        self.parts = nn.ParameterList([nn.Parameter(torch.zeros(individuals, *s)) for s in shapes])
        self.heads = nn.ModuleList([nn.Linear(8, 2), nn.Linear(8, 1)])

    def forward(self, x):
        weight, bias = self.parts
        policy, value = self.heads
        x = torch.tanh(torch.bmm(x.unsqueeze(1), weight) + bias)
        return policy(x), value(x)


net = Net(4)
with torch.no_grad():
    print(net(torch.ones(4, 3)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Linear, ModuleList, ParameterList, TorchModel, graph


class Net(TorchModel):
    def __init__(self, individuals):
        super().__init__()
        shapes = [(3, 8), (1, 8)]
        self.parts = ParameterList([keras.Variable(tf.zeros([individuals, *s])) for s in shapes])
        self.heads = ModuleList([Linear(8, 2), Linear(8, 1)])

    def call(self, x):
        weight, bias = self.parts
        policy, value = self.heads
        x = tf.tanh(tf.matmul(tf.expand_dims(x, axis=1), weight) + bias)
        return policy(x), value(x)


net = Net(4)
print(graph(net)(tf.ones([4, 3])))
