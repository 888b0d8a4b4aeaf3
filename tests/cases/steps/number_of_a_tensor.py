# A temperature that is a plain number, and unknown to begin with: it comes into the train body as a
# tensor, lest each value be traced anew.
import torch
import torch.nn as nn


class Agent:
    def __init__(self, **options):
        self.__dict__.update(options)
        self.net = nn.Linear(3, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.log_alpha = torch.tensor(0.5, requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=1e-2)

    def train(self, x):
        p = torch.softmax(self.net(x), 1)
        loss = (self.alpha * p.log() * p).sum(1).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

        alpha_loss = self.log_alpha * (p.detach().mean() - 0.3)
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()
        self.alpha = self.log_alpha.exp().item()


agent = Agent(alpha=0.2)
for _ in range(4):
    agent.train(torch.randn(5, 3))
print(agent.alpha)
# output
# A temperature that is a plain number, and unknown to begin with: it comes into the train body as a
# tensor, lest each value be traced anew.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Agent:
    def __init__(self, **options):
        self.__dict__.update(options)
        self.net = Linear(3, 2)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.log_alpha = keras.Variable(0.5)
        self.alpha_optimizer = Adam([self.log_alpha], lr=1e-2)

    def train(self, x):
        self._train_body(x, tf.convert_to_tensor(self.alpha, tf.float32))
        self.alpha = tf.exp(self.log_alpha).numpy().item()

    @one_op
    @tf.function
    def _train_body(self, x, alpha):
        with tf.GradientTape() as tape:
            p = tf.nn.softmax(self.net(x), axis=1)
            loss = tf.reduce_mean(tf.reduce_sum(alpha * tf.math.log(p) * p, axis=1))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

        with tf.GradientTape() as tape:
            alpha_loss = self.log_alpha * (tf.reduce_mean(tf.stop_gradient(p)) - 0.3)
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)


agent = Agent(alpha=0.2)
for _ in range(4):
    agent.train(tf.random.normal([5, 3]))
print(agent.alpha)
