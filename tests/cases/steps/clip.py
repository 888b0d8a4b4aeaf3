import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3, eps=1e-5)

    def learn(self, states, returns):
        loss = (self.net(states).squeeze(-1) - returns).pow(2).mean()

        self.optimizer.zero_grad()
        loss.backward()
        # keep the step small
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()
        return loss.item()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, clip_grad_norm, one_op


class Agent:
    def __init__(self):
        self.net = Linear(4, 1)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-3, eps=1e-5)

    def learn(self, states, returns):
        loss = self._learn_body(states, returns)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, states, returns):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.squeeze(self.net(states), axis=-1) - returns))

        grads = tape.gradient(loss, self.optimizer.params)
        # keep the step small
        grads = clip_grad_norm(grads, 0.5)
        self.optimizer.apply(grads)
        return loss
