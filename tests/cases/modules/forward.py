import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layers = nn.Linear(size, 8)
        self.output = nn.Linear(8, 2)

    def forward(self, x, scale=1.0, squash=False):
        h = torch.relu(self.layers(x))
        y = self.output(h) * scale
        return torch.tanh(y) if squash else y


class Agent(nn.Module):
    def __init__(self):
        super(Agent, self).__init__()
        self.encoder = Encoder(4)

    def forward(self, x):
        return self.encoder.forward(x)


agent = Agent()
encoder = Encoder(4)
print(encoder(torch.ones(2, 4), 2.0, True))
print(agent.forward(torch.ones(2, 4)))
print(encoder.layers)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, TorchModel, graph


class Encoder(TorchModel):
    def __init__(self, size):
        super().__init__()
        self.layers_ = Linear(size, 8)
        self.output_ = Linear(8, 2)

    def call(self, x, scale=1.0, squash=False):
        h = tf.nn.relu(self.layers_(x))
        y = self.output_(h) * scale
        return tf.tanh(y) if squash else y


class Agent(TorchModel):
    def __init__(self):
        super(Agent, self).__init__()
        self.encoder = Encoder(4)

    def call(self, x):
        return self.encoder(x)


agent = Agent()
encoder = Encoder(4)
print(graph(encoder)(tf.ones([2, 4]), scale=2.0, squash=True))
print(graph(agent)(tf.ones([2, 4])))
print(encoder.layers_)
# findings
# modules/forward.py:8:9: N401 note layers is called layers_: Keras reserves the name
# modules/forward.py:9:9: N401 note output is called output_: Keras reserves the name
