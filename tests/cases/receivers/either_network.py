import torch
import torch.nn as nn


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)

    def forward(self, x):
        y = self.fc(x)
        return y, y.exp()


class Large(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        h = torch.tanh(self.fc(x))
        return h, h + 1, self.out(h)


def last(net, x):
    """Of one of two networks, whose results have no common length."""
    return net.forward(x)[-1].data.numpy()


print(last(Small(), torch.ones(3, 2)), last(Large(), torch.ones(3, 2)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, TorchModel, graph


class Small(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 1)

    def call(self, x):
        y = self.fc(x)
        return y, tf.exp(y)


class Large(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 8)
        self.out = Linear(8, 1)

    def call(self, x):
        h = tf.tanh(self.fc(x))
        return h, h + 1, self.out(h)


def last(net, x):
    """Of one of two networks, whose results have no common length."""
    return graph(net)(x)[-1].numpy()


print(last(Small(), tf.ones([3, 2])), last(Large(), tf.ones([3, 2])))
