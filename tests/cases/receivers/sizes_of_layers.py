# What a layer takes as a size is a number, also where an attribute keeps it for later.
import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self, num_inputs, num_actions, action_range):
        super().__init__()
        self.linear = nn.Linear(num_inputs, num_actions)
        self.num_actions = num_actions
        self.action_range = action_range

    def forward(self, state):
        return self.linear(state)

    def sample_action(self):
        a = torch.FloatTensor(self.num_actions).uniform_(-1, 1)
        return self.action_range * a.numpy()


def of_numbers(numbers):
    return nn.Parameter(torch.FloatTensor(numbers))
# output
# What a layer takes as a size is a number, also where an attribute keeps it for later.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
import torch
import torch.nn as nn
from torch_compat import Linear, TorchModel


class Policy(TorchModel):
    def __init__(self, num_inputs, num_actions, action_range):
        super().__init__()
        self.linear = Linear(num_inputs, num_actions)
        self.num_actions = num_actions
        self.action_range = action_range

    def call(self, state):
        return self.linear(state)

    def sample_action(self):
        a = tf.random.uniform([self.num_actions], -1, 1)
        return self.action_range * a.numpy()


def of_numbers(numbers):
    # porter: P102 torch.FloatTensor: the argument may be a size, or the numbers themselves
    return nn.Parameter(torch.FloatTensor(numbers))
# findings
# receivers/sizes_of_layers.py:22:25: P102 error torch.FloatTensor: the argument may be a size, or the numbers themselves -> write it with TensorFlow by hand, or with a rule of your own (--rules)
