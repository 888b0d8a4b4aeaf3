"""What torch takes as a mask is a tensor, of a comparison of something unknown too."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, temperature):
        super().__init__()
        self.temperature = temperature
        self.dropout = nn.Dropout(0.1)

    def forward(self, q, k, v, mask=None):
        attn = torch.matmul(q / self.temperature, k.transpose(1, 2))
        if mask is not None:
            attn = attn.masked_fill(mask == 0, -1e9)
        return torch.matmul(F.softmax(attn, dim=-1), v)


class FeedForward(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.w = nn.Linear(d, d)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        residual = x
        x = self.w(x)
        x = self.dropout(x)
        x += residual
        return x
# output
"""What torch takes as a mask is a tensor, of a comparison of something unknown too."""

import operator
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Dropout, Linear, TorchModel, promoted


class Attention(TorchModel):
    def __init__(self, temperature):
        super().__init__()
        self.temperature = temperature
        self.dropout = Dropout(0.1)

    def call(self, q, k, v, mask=None):
        attn = keras.ops.matmul(q / self.temperature, tf.experimental.numpy.swapaxes(k, 1, 2))
        if mask is not None:
            attn = tf.where(promoted(operator.eq, mask, 0), -1e9, attn)
        return keras.ops.matmul(tf.nn.softmax(attn, axis=-1), v)


class FeedForward(TorchModel):
    def __init__(self, d):
        super().__init__()
        self.w = Linear(d, d)
        self.dropout = Dropout(0.1)

    def call(self, x):
        residual = x
        x = self.w(x)
        x = self.dropout(x)
        x += residual
        return x
