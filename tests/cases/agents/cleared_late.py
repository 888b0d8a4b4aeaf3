"""Gradients cleared between the forward pass and the first of two backwards."""

import numpy as np
import torch
import torch.nn as nn


class Policy:
    def __init__(self, baseline):
        self.net, self.value = nn.Linear(4, 2), nn.Linear(4, 1)
        self.baseline = baseline
        params = list(self.net.parameters()) + list(self.value.parameters())
        self.optimizer = torch.optim.Adam(params, lr=1e-2)

    def update(self, obs, goals, returns):
        out = self.net(torch.Tensor(obs))
        self.optimizer.zero_grad()
        loss = (out - torch.Tensor(goals)).pow(2).mean()
        loss.backward()
        if self.baseline:
            value = self.value(torch.Tensor(obs)).view(-1)
            value_loss = nn.functional.mse_loss(value, torch.Tensor(returns))
            value_loss.backward()
        self.optimizer.step()
        return loss


rng = np.random.RandomState(0)
policy = Policy(True)
for step in range(4):
    loss = policy.update(rng.randn(6, 4), rng.randn(6, 2), rng.randn(6))
    print(step, loss.item())
# output
"""Gradients cleared between the forward pass and the first of two backwards."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, added, from_array, graph, one_op


class Policy:
    def __init__(self, baseline):
        self.net, self.value = Linear(4, 2), Linear(4, 1)
        self.baseline = baseline
        params = list(self.net.trainable_variables) + list(self.value.trainable_variables)
        self.optimizer = Adam(params, lr=1e-2)

    def update(self, obs, goals, returns):
        grads = [None] * len(self.optimizer.params)
        loss, new_grads = self._update_body(
            from_array(obs, tf.float32), from_array(goals, tf.float32)
        )
        grads = added(grads, new_grads)
        if self.baseline:
            new_grads = self._update_body_2(
                from_array(obs, tf.float32), from_array(returns, tf.float32)
            )
            grads = added(grads, new_grads)
        graph(self.optimizer.apply)(grads)
        return loss

    @one_op
    @tf.function
    def _update_body(self, obs, goals):
        with tf.GradientTape() as tape:
            out = self.net(obs)
            loss = tf.reduce_mean(tf.square(out - goals))
        new_grads = tape.gradient(loss, self.optimizer.params)
        return loss, new_grads

    @one_op
    @tf.function
    def _update_body_2(self, obs, returns):
        with tf.GradientTape() as tape:
            value = tf.reshape(self.value(obs), [-1])
            value_loss = tf.reduce_mean(tf.square(value - returns))
        new_grads = tape.gradient(value_loss, self.optimizer.params)
        return new_grads


rng = np.random.RandomState(0)
policy = Policy(True)
for step in range(4):
    loss = policy.update(rng.randn(6, 4), rng.randn(6, 2), rng.randn(6))
    print(step, loss.numpy().item())
