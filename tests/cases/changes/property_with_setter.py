import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self._scale = 1.0
        self.net = nn.Linear(3, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    @property
    def scale(self):
        return self._scale

    @scale.setter
    def scale(self, value):
        self._scale = value

    def update(self, x):
        loss = self.scale * self.net(x).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


agent = Agent()
for _ in range(3):
    print(agent.update(torch.ones(2, 3)))
    agent.scale *= 0.5
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, graph


class Agent:
    def __init__(self):
        self._scale = 1.0
        self.net = Linear(3, 1)
        self.opt = SGD(self.net.trainable_variables, lr=0.1)

    @property
    def scale(self):
        return self._scale

    @scale.setter
    def scale(self, value):
        self._scale = value

    def update(self, x):
        with tf.GradientTape() as tape:
            loss = self.scale * tf.reduce_mean(self.net(x))
        grads = tape.gradient(loss, self.opt.params)
        graph(self.opt.apply)(grads)
        return loss.numpy().item()


agent = Agent()
for _ in range(3):
    print(agent.update(tf.ones([2, 3])))
    agent.scale *= 0.5
# findings
# changes/property_with_setter.py:20:9: N403 note this update stays in eager mode: it calls scale(): it reads self._scale, which changes -> write the step as tensor code only, with host lines before or behind it
