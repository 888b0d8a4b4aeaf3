import torch
import torch.nn as nn


class Twins:
    def __init__(self):
        self.q1, self.q2 = nn.Linear(3, 1), nn.Linear(3, 1)
        self.q1_optimizer = torch.optim.Adam(self.q1.parameters())
        self.q2_optimizer = torch.optim.Adam(self.q2.parameters())

    def update(self, state, target):
        loss1 = ((self.q1(state) - target) ** 2).mean()
        loss2 = ((self.q2(state) - target) ** 2).mean()
        self.q1_optimizer.zero_grad()
        self.q2_optimizer.zero_grad()
        loss1.backward()
        loss2.backward()
        self.q1_optimizer.step()
        self.q2_optimizer.step()

    def update_in_turn(self, state, target):
        self.q1_optimizer.zero_grad()
        self.q2_optimizer.zero_grad()
        loss = ((self.q1(state) - target) ** 2).mean()
        loss.backward()
        loss = ((self.q2(state) + target) ** 2).mean()
        loss.backward()
        self.q2_optimizer.step()
        self.q1_optimizer.step()


if __name__ == "__main__":
    twins = Twins()
    for i in range(4):
        twins.update(torch.rand(8, 3), torch.rand(8, 1))
        twins.update_in_turn(torch.rand(8, 3), torch.rand(8, 1))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Twins:
    def __init__(self):
        self.q1, self.q2 = Linear(3, 1), Linear(3, 1)
        self.q1_optimizer = Adam(self.q1.trainable_variables)
        self.q2_optimizer = Adam(self.q2.trainable_variables)

    def update(self, state, target):
        self._update_body(state, target)

    @one_op
    @tf.function
    def _update_body(self, state, target):
        with tf.GradientTape(persistent=True) as tape:
            loss1 = tf.reduce_mean((self.q1(state) - target) ** 2)
            loss2 = tf.reduce_mean((self.q2(state) - target) ** 2)
        grads = tape.gradient(loss1, self.q1_optimizer.params)
        self.q1_optimizer.apply(grads)
        grads = tape.gradient(loss2, self.q2_optimizer.params)
        self.q2_optimizer.apply(grads)

    def update_in_turn(self, state, target):
        self._update_in_turn_body(state, target)

    @one_op
    @tf.function
    def _update_in_turn_body(self, state, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.q1(state) - target) ** 2)
        q1_grads = tape.gradient(loss, self.q1_optimizer.params)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.q2(state) + target) ** 2)
        self.q2_optimizer.apply(tape.gradient(loss, self.q2_optimizer.params))
        self.q1_optimizer.apply(q1_grads)


if __name__ == "__main__":
    twins = Twins()
    for i in range(4):
        twins.update(tf.random.uniform([8, 3]), tf.random.uniform([8, 1]))
        twins.update_in_turn(tf.random.uniform([8, 3]), tf.random.uniform([8, 1]))
