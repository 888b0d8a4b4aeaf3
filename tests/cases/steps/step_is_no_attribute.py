"""`self.step` counts, and `self.optimizer.step()` is another one: the update is a graph."""
import torch
import torch.nn as nn
from torch.nn.utils import clip_grad_norm_


class Agent:
    def __init__(self):
        self.net, self.one, self.two = nn.Linear(4, 2), nn.Linear(4, 2), nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.one_optimizer = torch.optim.Adam(self.one.parameters(), lr=1e-2)
        self.two_optimizer = torch.optim.Adam(self.two.parameters(), lr=1e-2)
        self.step = 0

    def losses(self, x):
        with torch.no_grad():
            y = self.net(x)
        return (self.one(x) - y).pow(2).mean(), (self.two(x) - y).pow(2).mean()

    def learn(self, batch):
        self.step += 1
        x, y = batch
        self.optimizer.zero_grad()
        loss = (self.net(x) - y).pow(2).mean()
        loss.backward()
        self.optimizer.step()
        loss_one, loss_two = self.losses(x)
        self.one_optimizer.zero_grad()
        loss_one.backward()
        clip_grad_norm_(self.one.parameters(), 1.0)
        self.one_optimizer.step()
        self.two_optimizer.zero_grad()
        loss_two.backward()
        clip_grad_norm_(self.two.parameters(), 1.0)
        self.two_optimizer.step()
        return loss.item()
# output
"""`self.step` counts, and `self.optimizer.step()` is another one: the update is a graph."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, clip_grad_norm, one_op


class Agent:
    def __init__(self):
        self.net, self.one, self.two = Linear(4, 2), Linear(4, 2), Linear(4, 2)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.one_optimizer = Adam(self.one.trainable_variables, lr=1e-2)
        self.two_optimizer = Adam(self.two.trainable_variables, lr=1e-2)
        self.step = 0

    def losses(self, x):
        y = tf.stop_gradient(self.net(x))
        return (
            tf.reduce_mean(tf.square(self.one(x) - y)),
            tf.reduce_mean(tf.square(self.two(x) - y)),
        )

    def learn(self, batch):
        self.step += 1
        x, y = batch
        loss = self._learn_body(x, y)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(x) - y))
        self.optimizer.apply(tape.gradient(loss, self.optimizer.params))
        with tf.GradientTape(persistent=True) as tape:
            loss_one, loss_two = self.losses(x)
        grads = tape.gradient(loss_one, self.one_optimizer.params)
        grads = clip_grad_norm(grads, 1.0)
        self.one_optimizer.apply(grads)
        grads = tape.gradient(loss_two, self.two_optimizer.params)
        grads = clip_grad_norm(grads, 1.0)
        self.two_optimizer.apply(grads)
        return loss
