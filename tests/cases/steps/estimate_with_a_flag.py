import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def values(self, state, mean):
        found = self.net(state)
        return found.mean(1) if mean else found[:, 0]

    def update(self, values, targets):
        loss = ((values - targets) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def learn(self, state, targets):
        values = self.values(state, False)
        return self.update(values, targets)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Agent:
    def __init__(self):
        self.net = Linear(4, 2)
        self.optimizer = Adam(self.net.trainable_variables)

    def values(self, state, mean):
        found = self.net(state)
        return tf.reduce_mean(found, axis=1) if mean else found[:, 0]

    def update(self, state, targets):
        loss = self._update_body(state, targets)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, state, targets):
        with tf.GradientTape() as tape:
            values = self.values(state, False)
            loss = tf.reduce_mean((values - targets) ** 2)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss

    def learn(self, state, targets):
        return self.update(state, targets)
# findings
# steps/estimate_with_a_flag.py:22:9: N402 note update() computes values itself: it gets state
