import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, net, target):
        self.net = torch.nn.Linear(4, 2)
        self.target = torch.nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.temperature = 1.0
        self.steps = 0

    def train(self, batch):
        self.steps += 1
        self.temperature *= 0.99
        states, goals = batch
        loss = F.mse_loss(self.net(states) * self.temperature, goals)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if self.steps % 100 == 0:
            for p, t in zip(self.net.parameters(), self.target.parameters()):
                t.data.copy_(0.01 * p.data + 0.99 * t.data)
        return loss.item()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Agent:
    def __init__(self, net, target):
        self.net = Linear(4, 2)
        self.target = Linear(4, 2)
        self.optimizer = Adam(self.net.trainable_variables)
        self.temperature = 1.0
        self.steps = 0

    def train(self, batch):
        self.steps += 1
        self.temperature *= 0.99
        states, goals = batch
        loss = self._train_body(
            states,
            goals,
            tf.convert_to_tensor(self.temperature, tf.float32),
            self.steps % 100 == 0,
        )
        return loss.numpy().item()

    @one_op
    @tf.function
    def _train_body(self, states, goals, temperature, sync):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(states) * temperature - goals))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        if sync:
            for p, t in zip(self.net.trainable_variables, self.target.trainable_variables):
                t.assign(0.01 * p + 0.99 * t)
        return loss
