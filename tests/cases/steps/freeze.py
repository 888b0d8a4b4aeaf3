import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.pi, self.q = nn.Linear(3, 2), nn.Linear(5, 1)
        self.pi_optimizer = torch.optim.Adam(self.pi.parameters(), lr=1e-2)
        self.q_optimizer = torch.optim.Adam(self.q.parameters(), lr=1e-2)

    def update(self, o, a, y):
        self.q_optimizer.zero_grad()
        loss_q = (self.q(torch.cat([o, a], dim=-1)) - y).pow(2).mean()
        loss_q.backward()
        self.q_optimizer.step()

        # The critic is not trained here
        for p in self.q.parameters():
            p.requires_grad = False

        self.pi_optimizer.zero_grad()
        loss_pi = -self.q(torch.cat([o, self.pi(o)], dim=-1)).mean()
        loss_pi.backward()
        self.pi_optimizer.step()

        # From here on it is again
        for p in self.q.parameters():
            p.requires_grad = True
        return loss_q.item(), loss_pi.item()


if __name__ == "__main__":
    agent = Agent()
    for _ in range(4):
        print(agent.update(torch.rand(8, 3), torch.rand(8, 2), torch.rand(8, 1)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Agent:
    def __init__(self):
        self.pi, self.q = Linear(3, 2), Linear(5, 1)
        self.pi_optimizer = Adam(self.pi.trainable_variables, lr=1e-2)
        self.q_optimizer = Adam(self.q.trainable_variables, lr=1e-2)

    def update(self, o, a, y):
        loss_q, loss_pi = self._update_body(o, a, y)
        return loss_q.numpy().item(), loss_pi.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, o, a, y):
        with tf.GradientTape() as tape:
            loss_q = tf.reduce_mean(tf.square(self.q(tf.concat([o, a], axis=-1)) - y))
        grads = tape.gradient(loss_q, self.q_optimizer.params)
        self.q_optimizer.apply(grads)

        # The critic is not trained here

        with tf.GradientTape() as tape:
            loss_pi = -tf.reduce_mean(self.q(tf.concat([o, self.pi(o)], axis=-1)))
        grads = tape.gradient(loss_pi, self.pi_optimizer.params)
        self.pi_optimizer.apply(grads)
        # From here on it is again
        return loss_q, loss_pi


if __name__ == "__main__":
    agent = Agent()
    for _ in range(4):
        print(
            agent.update(
                tf.random.uniform([8, 3]), tf.random.uniform([8, 2]), tf.random.uniform([8, 1])
            ),
        )
