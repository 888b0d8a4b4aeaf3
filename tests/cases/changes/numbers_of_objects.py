from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Options:
    clip: float = 0.2
    vf: float = 0.5
    warm: bool = True


class Learner:
    def __init__(self, options, weights):
        self.options, self.weights = options, weights
        self.net = nn.Linear(3, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x):
        value = self.net(x)
        loss = self.options.vf * value.square().mean() + self.weights["l1"] * value.abs().mean()
        loss = loss - value.clamp(1 - self.options.clip, 1 + self.options.clip).mean()
        if self.options.warm:
            loss = loss * 0.1
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class Schedule:
    def __init__(self, options, table):
        self.options, self.table = options, table

    def step(self, i):
        self.options.vf *= 0.5
        self.options.clip -= 0.01
        self.options.warm = i < 2
        self.table["l1"] = 1.0 / (i + 1)


options, weights = Options(), {"l1": 1.0}
learner, schedule = Learner(options, weights), Schedule(options, weights)
for i in range(4):
    print(learner.update(torch.ones(2, 3)))
    schedule.step(i)
# output
import os
from dataclasses import dataclass

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op


@dataclass
class Options:
    clip: float = 0.2
    vf: float = 0.5
    warm: bool = True


class Learner:
    def __init__(self, options, weights):
        self.options, self.weights = options, weights
        self.net = Linear(3, 1)
        self.opt = SGD(self.net.trainable_variables, lr=0.1)

    def update(self, x):
        loss = self._update_body(
            tf.convert_to_tensor(self.options.vf, tf.float32),
            tf.convert_to_tensor(self.options.clip, tf.float32),
            x,
            self.options.warm,
            tf.convert_to_tensor(self.weights["l1"], tf.float32),
        )
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, vf, clip, x, warm, l1):
        with tf.GradientTape() as tape:
            value = self.net(x)
            loss = vf * tf.reduce_mean(tf.square(value)) + l1 * tf.reduce_mean(tf.abs(value))
            loss = loss - tf.reduce_mean(tf.clip_by_value(value, 1 - clip, 1 + clip))
            if warm:
                loss = loss * 0.1
        grads = tape.gradient(loss, self.opt.params)
        self.opt.apply(grads)
        return loss


class Schedule:
    def __init__(self, options, table):
        self.options, self.table = options, table

    def step(self, i):
        self.options.vf *= 0.5
        self.options.clip -= 0.01
        self.options.warm = i < 2
        self.table["l1"] = 1.0 / (i + 1)


options, weights = Options(), {"l1": 1.0}
learner, schedule = Learner(options, weights), Schedule(options, weights)
for i in range(4):
    print(learner.update(tf.ones([2, 3])))
    schedule.step(i)
