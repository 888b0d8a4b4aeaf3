"""What is put into a list of tensors decides their rank, not what was there first."""

import torch
import torch.nn as nn


class Heads(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count
        for i in range(count):
            setattr(self, f"head_{i}", nn.Linear(4, 3))

    def forward(self, obs):
        outs = [torch.empty(obs.shape[0])] * self.count
        for i in range(self.count):
            outs[i] = getattr(self, f"head_{i}")(obs).unsqueeze(1)
        return torch.cat(outs, dim=1)


heads = Heads(2)
best = heads(torch.randn(5, 4)).max(dim=2)[0].squeeze(-1)
# output
"""What is put into a list of tensors decides their rank, not what was there first."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Linear, TorchModel, together


class Heads(TorchModel):
    def __init__(self, count):
        super().__init__()
        self.count = count
        for i in range(count):
            setattr(self, f"head_{i}", Linear(4, 3))

    def call(self, obs):
        outs = [tf.zeros([keras.ops.shape(obs)[0]])] * self.count
        for i in range(self.count):
            outs[i] = tf.expand_dims(getattr(self, f"head_{i}")(obs), axis=1)
        return tf.concat(together(*outs), axis=1)


heads = Heads(2)
best = tf.squeeze(tf.reduce_max(heads(tf.random.normal([5, 4])), axis=2), axis=-1)
# findings
# modules/items_of_a_list.py:22:8: N403 note heads is called in eager mode: it calls forward(): a Python loop -> pass what changes as an argument, and keep Python's own work out of forward
