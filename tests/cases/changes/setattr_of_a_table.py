import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.ent, self.vf, self.tau = 1.0, 0.5, 0.1
        self.net = nn.Linear(3, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x):
        value = self.net(x)
        loss = self.ent * value.mean() + self.vf * value.square().mean() * self.tau
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


agent = Agent()
for i in range(3):
    for name, start in {"ent": 1.0, "vf": 0.5}.items():
        setattr(agent, name, start / (i + 1))
    print(agent.update(torch.ones(2, 3)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op


class Agent:
    def __init__(self):
        self.ent, self.vf, self.tau = 1.0, 0.5, 0.1
        self.net = Linear(3, 1)
        self.opt = SGD(self.net.trainable_variables, lr=0.1)

    def update(self, x):
        loss = self._update_body(
            x,
            tf.convert_to_tensor(self.ent, tf.float32),
            tf.convert_to_tensor(self.vf, tf.float32),
        )
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, x, ent, vf):
        with tf.GradientTape() as tape:
            value = self.net(x)
            loss = ent * tf.reduce_mean(value) + vf * tf.reduce_mean(tf.square(value)) * self.tau
        grads = tape.gradient(loss, self.opt.params)
        self.opt.apply(grads)
        return loss


agent = Agent()
for i in range(3):
    for name, start in {"ent": 1.0, "vf": 0.5}.items():
        setattr(agent, name, start / (i + 1))
    print(agent.update(tf.ones([2, 3])))
