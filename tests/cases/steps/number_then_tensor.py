# A number until the first update, a tensor then; alpha is a number again after each.
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.log_alpha = torch.tensor(0.5, requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=1e-2)
        self.alpha = 0.2
        self.mean = 0

    def train(self, x, log=None):
        p = torch.softmax(self.net(x), 1)
        loss = (self.alpha * p).pow(2).sum(1)
        self.optimizer.zero_grad()
        loss.mean().backward()
        self.optimizer.step()
        if log is None:
            with torch.no_grad():
                self.mean = p.sum(1).mean()
            alpha_loss = self.log_alpha * (self.mean - 0.3)
            self.alpha_optimizer.zero_grad()
            alpha_loss.backward()
            self.alpha_optimizer.step()
            self.alpha = self.log_alpha.exp().item()


agent = Agent()
for _ in range(4):
    agent.train(torch.randn(5, 3))
print(agent.alpha)
# output
# A number until the first update, a tensor then; alpha is a number again after each.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Agent:
    def __init__(self):
        self.net = Linear(3, 2)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.log_alpha = keras.Variable(0.5)
        self.alpha_optimizer = Adam([self.log_alpha], lr=1e-2)
        self.alpha = 0.2
        self.mean = 0

    def train(self, x, log=None):
        p = self._train_body(x, tf.convert_to_tensor(self.alpha, tf.float32))
        if log is None:
            self.mean = tf.reduce_mean(tf.reduce_sum(p, axis=1))
            self._train_alpha(tf.convert_to_tensor(self.mean, tf.float32))
            self.alpha = tf.exp(self.log_alpha).numpy().item()

    @one_op
    @tf.function
    def _train_body(self, x, alpha):
        with tf.GradientTape() as tape:
            p = tf.nn.softmax(self.net(x), axis=1)
            loss = tf.reduce_sum(tf.square(alpha * p), axis=1)
            total_loss = tf.reduce_mean(loss)
        grads = tape.gradient(total_loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return p

    @one_op
    @tf.function
    def _train_alpha(self, mean):
        with tf.GradientTape() as tape:
            alpha_loss = self.log_alpha * (mean - 0.3)
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)


agent = Agent()
for _ in range(4):
    agent.train(tf.random.normal([5, 3]))
print(agent.alpha)
