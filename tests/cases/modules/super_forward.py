import torch
from torch import nn, optim


class Mlp(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layer = nn.Linear(n, 1)

    def forward(self, x, return_preactivations=False):
        h = self.layer(x)
        if return_preactivations:
            return h, h
        return h


class Concat(Mlp):
    def forward(self, *inputs, **kwargs):
        return super().forward(torch.cat(inputs, dim=1), **kwargs)


class Agent:
    def __init__(self):
        self.q = Concat(5)
        self.optimizer = optim.SGD(self.q.parameters(), lr=0.1)

    def update(self, s, a):
        loss = self.q(s, a).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, one_op


class Mlp(TorchModel):
    def __init__(self, n):
        super().__init__()
        self.layer = Linear(n, 1)

    def call(self, x, return_preactivations=False):
        h = self.layer(x)
        if return_preactivations:
            return h, h
        return h


class Concat(Mlp):
    def call(self, *inputs, **kwargs):
        return super().call(tf.concat(inputs, axis=1), **kwargs)


class Agent:
    def __init__(self):
        self.q = Concat(5)
        self.optimizer = SGD(self.q.trainable_variables, lr=0.1)

    def update(self, s, a):
        self._update_body(s, a)

    @one_op
    @tf.function
    def _update_body(self, s, a):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.q(s, a))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
