import torch as T
from torch import nn
from torch.nn.functional import relu as r
import torch.nn.functional as F


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 32)
        self.out = T.nn.Linear(32, 2)

    def forward(self, x):
        return F.softmax(self.out(r(self.hidden(x))), dim=-1)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, TorchModel


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.hidden = Linear(4, 32)
        self.out = Linear(32, 2)

    def call(self, x):
        return tf.nn.softmax(self.out(tf.nn.relu(self.hidden(x))), axis=-1)
