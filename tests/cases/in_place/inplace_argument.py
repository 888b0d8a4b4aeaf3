# inplace=True: nobody sees it where the argument is new, or where its name gets the result.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.drop = nn.Dropout(0.5)
        self.last = nn.Linear(4, 2)

    def forward(self, x):
        x = F.relu(self.first(x), inplace=True)
        x = F.leaky_relu(x, 0.2, inplace=True)
        kept = F.elu(x, inplace=False)
        y = self.last(x)
        F.relu(y, inplace=True)
        z = F.relu(y, inplace=True)
        dropped = F.relu(self.drop(x), inplace=True)
        return F.dropout(self.last(kept), 0.1, self.training, inplace=True), z, dropped


def act(x):
    x = F.relu(x, inplace=True)
    return x
# output
# inplace=True: nobody sees it where the argument is new, or where its name gets the result.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
import torch.nn.functional as F
from torch_compat import Dropout, Linear, TorchModel, dropout


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.first = Linear(3, 4)
        self.drop = Dropout(0.5)
        self.last = Linear(4, 2)

    def call(self, x):
        x = tf.nn.relu(self.first(x))
        x = tf.nn.leaky_relu(x)
        kept = tf.nn.elu(x)
        y = self.last(x)
        # porter: P102 torch.relu: inplace=True changes the argument
        F.relu(y, inplace=True)
        z = tf.nn.relu(y)
        # porter: P102 relu() changes a tensor in place inside of an expression
        dropped = F.relu(self.drop(x), inplace=True)
        return dropout(self.last(kept), 0.1, getattr(self, "training", True)), z, dropped


def act(x):
    # porter: P102 changed in place: x belongs to the caller, who would not see the change
    x = F.relu(x, inplace=True)
    return x
# findings
# in_place/inplace_argument.py:19:9: P102 error torch.relu: inplace=True changes the argument -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# in_place/inplace_argument.py:21:19: P102 error relu() changes a tensor in place inside of an expression -> give it a line of its own
# in_place/inplace_argument.py:26:5: P102 error changed in place: x belongs to the caller, who would not see the change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
