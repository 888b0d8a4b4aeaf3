import torch
import torch.nn as nn
import torch.nn.functional as F


class CriticBase(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = None

    def forward(self, x):
        return self.values(x).mean(dim=-1)

    def values(self, x):
        return self.net(x)


class Critic(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())


class Agent:
    def __init__(self):
        self.cri = Critic()
        self.opt = torch.optim.SGD(self.cri.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.cri(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return self.fc(x) * self.calls


class Learner:
    def __init__(self):
        self.net = nn.Linear(3, 2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


class Heir(Learner):
    def __init__(self):
        super().__init__()
        self.net = Counting()
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Linear, Sequential, TorchModel, graph, one_op, replace_part


class CriticBase(TorchModel):
    def __init__(self):
        super().__init__()
        self.net = None

    def call(self, x):
        return tf.reduce_mean(self.values(x), axis=-1)

    def values(self, x):
        return self.net(x)


class Critic(CriticBase):
    def __init__(self):
        super().__init__()
        replace_part(self, "net", Sequential(Linear(3, 2), keras.layers.Activation("tanh")))


class Agent:
    def __init__(self):
        self.cri = Critic()
        self.opt = SGD(self.cri.trainable_variables, lr=0.1)

    def update(self, x, y):
        loss = self._update_body(x, y)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.cri(x) - y))
        grads = tape.gradient(loss, self.opt.params)
        self.opt.apply(grads)
        return loss


class Counting(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 2)
        self.calls = 0

    def call(self, x):
        self.calls += 1
        return self.fc(x) * self.calls


class Learner:
    def __init__(self):
        self.net = Linear(3, 2)
        self.opt = SGD(self.net.trainable_variables, lr=0.1)

    def update(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(x) - y))
        grads = tape.gradient(loss, self.opt.params)
        graph(self.opt.apply)(grads)


class Heir(Learner):
    def __init__(self):
        super().__init__()
        self.net = Counting()
        self.opt = SGD(self.net.trainable_variables, lr=0.1)
# findings
# steps/critics_that_heirs_build.py:54:9: N403 note this update stays in eager mode: it calls forward(): it changes self.calls -> write the step as tensor code only, with host lines before or behind it
