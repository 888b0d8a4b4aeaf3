import torch
import torch.nn as nn
import torch.nn.functional as F

schedule = {"beta": 0.1}


def bump():
    schedule["beta"] += 1


class Agent:
    def __init__(self):
        self.nets = [nn.Linear(4, 2), nn.Linear(4, 2)]
        self.net = nn.Linear(4, 2)
        self.optimizers = [torch.optim.SGD(n.parameters(), lr=0.1) for n in self.nets]
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.log_alpha = torch.zeros(1)
        self.alpha = self.log_alpha.exp().item()
        self.weights = [1.0, 2.0]
        self._temperature = 1.0

    @property
    def temperature(self):
        return self._temperature

    def through_a_property(self, s, r):
        loss = F.mse_loss(self.net(s).sum(1) / self.temperature, r)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self._temperature *= 0.5

    def a_list_that_changes(self, s, r):
        loss = F.mse_loss(self.net(s).sum(1), r) * self.weights[0]
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.weights.insert(0, 3.0)

    def a_number_of_unknown_type(self, s):
        loss = (self.alpha * self.net(s)).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.alpha = self.log_alpha.exp().item()

    def a_dict_that_changes(self, s):
        loss = self.net(s).mean() * schedule["beta"]
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        bump()

    def one_of_several(self, s, r):
        for i in range(2):
            loss = ((self.nets[i](s)[:, i] - r) ** 2).mean()
            self.optimizers[i].zero_grad()
            loss.backward()
            self.optimizers[i].step()

    def branches(self, s, r, double):
        if double:
            target = r * 2
        elif self.alpha > 1:
            target = r * 3
        else:
            target = self.net(s).max(1).values.detach()
        value = self.net(s).max(1)[0]
        loss = ((value > 0) * target * value).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, graph, largest, one_op, times_mask

schedule = {"beta": 0.1}


def bump():
    schedule["beta"] += 1


class Agent:
    def __init__(self):
        self.nets = [Linear(4, 2), Linear(4, 2)]
        self.net = Linear(4, 2)
        self.optimizers = [SGD(n.trainable_variables, lr=0.1) for n in self.nets]
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)
        self.log_alpha = tf.zeros([1])
        self.alpha = tf.exp(self.log_alpha).numpy().item()
        self.weights = [1.0, 2.0]
        self._temperature = 1.0

    @property
    def temperature(self):
        return self._temperature

    def through_a_property(self, s, r):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(
                tf.square(tf.reduce_sum(self.net(s), axis=1) / self.temperature - r)
            )
        grads = tape.gradient(loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)
        self._temperature *= 0.5

    def a_list_that_changes(self, s, r):
        self._a_list_that_changes_body(s, r, tf.convert_to_tensor(self.weights[0], tf.float32))
        self.weights.insert(0, 3.0)

    @one_op
    @tf.function
    def _a_list_that_changes_body(self, s, r, weights_item):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.net(s), axis=1) - r)) * weights_item
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

    def a_number_of_unknown_type(self, s):
        self._a_number_of_unknown_type_body(s, tf.convert_to_tensor(self.alpha, tf.float32))
        self.alpha = tf.exp(self.log_alpha).numpy().item()

    @one_op
    @tf.function
    def _a_number_of_unknown_type_body(self, s, alpha):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(alpha * self.net(s)))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

    def a_dict_that_changes(self, s):
        self._a_dict_that_changes_body(s, tf.convert_to_tensor(schedule["beta"], tf.float32))
        bump()

    @one_op
    @tf.function
    def _a_dict_that_changes_body(self, s, beta):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.net(s)) * beta
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

    def one_of_several(self, s, r):
        for i in range(2):
            self._one_of_several_body(s, r, i)

    @one_op
    @tf.function
    def _one_of_several_body(self, s, r, i):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.nets[i](s)[:, i] - r) ** 2)
        grads = tape.gradient(loss, self.optimizers[i].params)
        self.optimizers[i].apply(grads)

    def branches(self, s, r, double):
        if double:
            target = r * 2
        elif self.alpha > 1:
            target = r * 3
        else:
            target = tf.reduce_max(self._call_net(s), axis=1)
        self._branches_body(s, target)

    @one_op
    @tf.function
    def _call_net(self, s):
        return self.net(s)

    @one_op
    @tf.function
    def _branches_body(self, s, target):
        with tf.GradientTape() as tape:
            value = largest(self.net(s), axis=1)
            loss = tf.reduce_mean(times_mask(target, value > 0) * value)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
# findings
# steps/frozen.py:28:9: N403 note this update stays in eager mode: it calls temperature(): it reads self._temperature, which changes -> write the step as tensor code only, with host lines before or behind it
