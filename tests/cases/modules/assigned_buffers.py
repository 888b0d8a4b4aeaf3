import copy

import torch
import torch.nn as nn


class Normalizer(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))
        self.register_buffer("var", torch.ones(n))
        self.register_buffer("count", torch.tensor(0))
        self.register_buffer("started", torch.tensor(False))
        self.register_buffer("last", torch.zeros(n))
        self.register_buffer("history", torch.zeros(1, n))

    def update(self, x):
        if not self.started:
            self.mean = x.mean(0)
            self.started = torch.tensor(True)
        before = self.mean
        self.mean, self.var, self.count = self.merged(x)
        self.history = torch.cat([self.history, x])
        return before - self.mean

    def merged(self, x):
        mean = self.mean + 0.1 * (x.mean(0) - self.mean)
        return mean, 0.9 * self.var + 0.1 * x.var(0), self.count + 1

    def forward(self, x):
        self.last = x * 2
        return (x - self.mean) / (self.var + 1e-8).sqrt()


class Scaled(Normalizer):
    def forward(self, x):
        self.mean = self.mean * 0.5
        return x / self.mean


norm = Normalizer(2)
norm.update(torch.ones(3, 2))
norm.mean = torch.full((2,), 0.5)
norm.count = torch.tensor(0.5)
setattr(norm, "var", torch.ones(2))
best = None
for _ in range(2):
    best = copy.deepcopy(norm.state_dict())
print(best["count"].item(), norm.started.item(), norm.mean.tolist())
bn = nn.BatchNorm1d(2)
print(bn.running_mean.tolist(), bn.running_var.sum().item(), bn.num_batches_tracked.item())
# output
import copy
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
import torch
from torch_compat import BatchNorm1d, TorchModel, assign_all, graph, unbiased_var, variables_of


class Normalizer(TorchModel):
    def __init__(self, n):
        super().__init__()
        self.mean = keras.Variable(tf.zeros([n]), trainable=False)
        self.var = keras.Variable(tf.ones([n]), trainable=False)
        self.count = keras.Variable(tf.constant(0, tf.int64), trainable=False)
        self.started = keras.Variable(tf.constant(False), trainable=False)
        self.last = keras.Variable(tf.zeros([n]), trainable=False)
        self.history = keras.Variable(tf.zeros([1, n]), trainable=False)

    def update(self, x):
        if not tf.convert_to_tensor(self.started):
            self.mean.assign(tf.reduce_mean(x, axis=0))
            self.started.assign(tf.constant(True))
        before = tf.convert_to_tensor(self.mean)
        assign_all((self.mean, self.var, self.count), graph(self.merged, taped=True)(x))
        # porter: P102 the buffer gets another shape, and a variable keeps its shape
        self.history = torch.cat([self.history, x])
        return before - self.mean

    def merged(self, x):
        mean = self.mean + 0.1 * (tf.reduce_mean(x, axis=0) - self.mean)
        return mean, 0.9 * self.var + 0.1 * unbiased_var(x, axis=0), self.count + 1

    def call(self, x):
        # porter: P102 a loss may go through what this buffer is given, and a variable has no history
        self.last = x * 2
        return (x - self.mean) / tf.sqrt(self.var + 1e-8)


class Scaled(Normalizer):
    def call(self, x):
        self.mean.assign(self.mean * 0.5)
        return x / self.mean


norm = Normalizer(2)
norm.update(tf.ones([3, 2]))
norm.mean.assign(tf.fill((2,), 0.5))
# porter: P102 the buffer gets another dtype, and a variable keeps its dtype
norm.count = torch.tensor(0.5)
# porter: P102 a buffer is set by its name
setattr(norm, "var", torch.ones(2))
best = None
for _ in range(2):
    best = copy.deepcopy(variables_of(norm))
print(best["count"].numpy().item(), norm.started.numpy().item(), norm.mean.numpy().tolist())
bn = BatchNorm1d(2)
print(
    bn.running_mean.numpy().tolist(),
    tf.reduce_sum(bn.running_var).numpy().item(),
    bn.num_batches_tracked.numpy().item(),
)
# findings
# modules/assigned_buffers.py:23:9: P102 error the buffer gets another shape, and a variable keeps its shape -> make the buffer as large as it gets, and fill it
# modules/assigned_buffers.py:31:9: P102 error a loss may go through what this buffer is given, and a variable has no history -> detach() the value, or keep it in an attribute that is no buffer
# modules/assigned_buffers.py:44:1: P102 error the buffer gets another dtype, and a variable keeps its dtype -> register it with the dtype that it gets
# modules/assigned_buffers.py:45:1: P102 error a buffer is set by its name -> set the attribute itself
