import torch
import torch.nn as nn


class Base:
    def __init__(self):
        self.net, self.t = nn.Linear(3, 1), 0
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def coef(self):
        return 1.0

    def update(self, x):
        loss = self.coef() * self.net(x).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class Warm(Base):
    def coef(self):
        self.t += 1
        return 1.0 / self.t


print(Warm().update(torch.ones(2, 3)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, graph


class Base:
    def __init__(self):
        self.net, self.t = Linear(3, 1), 0
        self.opt = SGD(self.net.trainable_variables, lr=0.1)

    def coef(self):
        return 1.0

    def update(self, x):
        with tf.GradientTape() as tape:
            loss = self.coef() * tf.reduce_mean(self.net(x))
        grads = tape.gradient(loss, self.opt.params)
        graph(self.opt.apply)(grads)
        return loss.numpy().item()


class Warm(Base):
    def coef(self):
        self.t += 1
        return 1.0 / self.t


print(Warm().update(tf.ones([2, 3])))
# findings
# changes/subclass_overrides.py:14:9: N403 note this update stays in eager mode: it calls coef(): it changes self.t -> write the step as tensor code only, with host lines before or behind it
