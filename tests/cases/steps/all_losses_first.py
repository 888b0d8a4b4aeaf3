import torch
import torch.nn as nn


class Twins:
    def __init__(self):
        self.q1 = nn.Linear(4, 1)
        self.q2 = nn.Linear(4, 1)
        self.q1_optimizer = torch.optim.Adam(self.q1.parameters())
        self.q2_optimizer = torch.optim.Adam(self.q2.parameters())

    def update(self, state, target):
        value1 = self.q1(state)
        value2 = self.q2(state)
        loss1 = ((value1 - target) ** 2).mean()
        loss2 = ((value2 - target) ** 2).mean()

        self.q1_optimizer.zero_grad()
        loss1.backward()
        self.q1_optimizer.step()

        self.q2_optimizer.zero_grad()
        loss2.backward()
        self.q2_optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Twins:
    def __init__(self):
        self.q1 = Linear(4, 1)
        self.q2 = Linear(4, 1)
        self.q1_optimizer = Adam(self.q1.trainable_variables)
        self.q2_optimizer = Adam(self.q2.trainable_variables)

    def update(self, state, target):
        self._update_body(state, target)

    @one_op
    @tf.function
    def _update_body(self, state, target):
        with tf.GradientTape(persistent=True) as tape:
            value1 = self.q1(state)
            value2 = self.q2(state)
            loss1 = tf.reduce_mean((value1 - target) ** 2)
            loss2 = tf.reduce_mean((value2 - target) ** 2)

        grads = tape.gradient(loss1, self.q1_optimizer.params)
        self.q1_optimizer.apply(grads)

        grads = tape.gradient(loss2, self.q2_optimizer.params)
        self.q2_optimizer.apply(grads)
