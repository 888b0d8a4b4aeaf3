"""A closure that the optimizer calls once."""

import torch
import torch.nn as nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.1)

    def train_step(self, x, y):
        def closure():
            self.optimizer.zero_grad()
            loss = (self.model(x) - y).pow(2).mean()
            loss.backward()
            return loss

        return self.optimizer.step(closure).item()


torch.manual_seed(0)
trainer = Trainer(nn.Linear(2, 1))
for _ in range(4):
    print(trainer.train_step(torch.randn(3, 2), torch.ones(3, 1)))
# output
"""A closure that the optimizer calls once."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = Adam(model.trainable_variables, lr=0.1)

    def train_step(self, x, y):
        loss = self._train_step_body(x, y)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _train_step_body(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))

        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


tf.random.set_seed(0)
trainer = Trainer(Linear(2, 1))
for _ in range(4):
    print(trainer.train_step(tf.random.normal([3, 2]), tf.ones([3, 1])))
