# A class or a function of torch's that the program replaces by one of its own.
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(size))

    def forward(self, x):
        return self.scale * x


nn.LayerNorm = LayerNorm
torch.relu = torch.tanh


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)

    def forward(self, x):
        return torch.relu(self.norm(x))
# output
# A class or a function of torch's that the program replaces by one of its own.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
import torch
import torch.nn as nn
from torch_compat import LayerNorm as TorchLayerNorm, TorchModel


class LayerNorm(TorchModel):
    def __init__(self, size):
        super().__init__()
        self.scale = keras.Variable(tf.ones(size))

    def call(self, x):
        return self.scale * x


# porter: P102 torch.nn.LayerNorm is replaced: the port's own would stay what it is
nn.LayerNorm = LayerNorm
# porter: P102 torch.relu is replaced: the port's own would stay what it is
torch.relu = torch.tanh


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.norm = TorchLayerNorm(4)

    def call(self, x):
        return tf.nn.relu(self.norm(x))
# findings
# settings/replaced.py:15:1: P102 error torch.nn.LayerNorm is replaced: the port's own would stay what it is -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# settings/replaced.py:16:1: P102 error torch.relu is replaced: the port's own would stay what it is -> write it with TensorFlow by hand, or with a rule of your own (--rules)
