"""Dicts, lists and arrays that helpers, methods, other names and libraries change at each update."""

import heapq
import random

import numpy as np
import torch
import torch.nn as nn

history = [1.0]


def anneal(config):
    config["beta"] *= 0.5


def normalise(weights):
    weights *= 0.5


def record(value):
    history.append(value)


class Agent:
    def __init__(self, config):
        self.config = config
        self.net = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.weights = np.ones(3, dtype=np.float32)
        self.order = [3.0, 2.0, 1.0]
        self.queue = [3.0, 5.0]
        self.steps = self.recent = [1.0]
        self.scale = 1.0

    def settings(self):
        return self.config

    def warm(self):
        self.scale *= 0.9

    def by_a_helper(self, x):
        anneal(self.settings())
        loss = self.net(x).mean() * self.config["beta"]
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss

    def in_between(self, x):
        loss = self.net(x).mean()
        self.optimizer.zero_grad()
        random.shuffle(self.order)
        heapq.heappush(self.queue, 1.0 / len(self.queue))
        (loss * self.order[0] * self.queue[0]).backward()
        self.optimizer.step()
        return loss

    def under_another_name(self, x):
        loss = self.net(x).mean()
        self.optimizer.zero_grad()
        self.recent.append(0.5 ** len(self.steps))
        record(self.recent[-1])
        (loss * self.steps[-1] * history[-1]).backward()
        self.optimizer.step()
        return loss

    def in_place(self, x):
        loss = self.net(x).squeeze(1)
        self.optimizer.zero_grad()
        normalise(self.weights)
        (loss * torch.from_numpy(self.weights)).mean().backward()
        np.multiply(self.weights, 1.5, out=self.weights)
        self.optimizer.step()
        return loss

    def by_a_method(self, x):
        loss = self.net(x).mean()
        self.optimizer.zero_grad()
        self.warm()
        (loss * self.scale).backward()
        self.optimizer.step()
        return loss


random.seed(0)
torch.manual_seed(0)
rng = np.random.RandomState(0)
settings = {"beta": 1.0}
agent = Agent(settings)
for step in range(4):
    x = torch.tensor(rng.randn(3, 4), dtype=torch.float32)
    print(step, agent.by_a_helper(x).item(), agent.in_between(x).item())
    print(agent.under_another_name(x).item(), agent.in_place(x).mean().item())
    print(agent.by_a_method(x).item())
    settings["beta"] += 0.1
# output
"""Dicts, lists and arrays that helpers, methods, other names and libraries change at each update."""

import heapq
import os
import random

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, from_array, one_op

history = [1.0]


def anneal(config):
    config["beta"] *= 0.5


def normalise(weights):
    weights *= 0.5


def record(value):
    history.append(value)


class Agent:
    def __init__(self, config):
        self.config = config
        self.net = Linear(4, 1)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)
        self.weights = np.ones(3, dtype=np.float32)
        self.order = [3.0, 2.0, 1.0]
        self.queue = [3.0, 5.0]
        self.steps = self.recent = [1.0]
        self.scale = 1.0

    def settings(self):
        return self.config

    def warm(self):
        self.scale *= 0.9

    def by_a_helper(self, x):
        anneal(self.settings())
        loss = self._by_a_helper_body(x, tf.convert_to_tensor(self.config["beta"], tf.float32))
        return loss

    @one_op
    @tf.function
    def _by_a_helper_body(self, x, beta):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.net(x)) * beta
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss

    def in_between(self, x):
        random.shuffle(self.order)
        heapq.heappush(self.queue, 1.0 / len(self.queue))
        loss = self._in_between_body(
            x,
            tf.convert_to_tensor(self.order[0], tf.float32),
            tf.convert_to_tensor(self.queue[0], tf.float32),
        )
        return loss

    @one_op
    @tf.function
    def _in_between_body(self, x, order_item, queue_item):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.net(x))
            total_loss = (loss * order_item * queue_item)
        grads = tape.gradient(total_loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss

    def under_another_name(self, x):
        self.recent.append(0.5 ** len(self.steps))
        record(self.recent[-1])
        loss = self._under_another_name_body(
            x,
            tf.convert_to_tensor(self.steps[-1], tf.float32),
            tf.convert_to_tensor(history[-1], tf.float32),
        )
        return loss

    @one_op
    @tf.function
    def _under_another_name_body(self, x, steps_item, history_item):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.net(x))
            total_loss = (loss * steps_item * history_item)
        grads = tape.gradient(total_loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss

    def in_place(self, x):
        normalise(self.weights)
        loss = self._in_place_body(x, from_array(self.weights))
        np.multiply(self.weights, 1.5, out=self.weights)
        return loss

    @one_op
    @tf.function
    def _in_place_body(self, x, weights):
        with tf.GradientTape() as tape:
            loss = tf.squeeze(self.net(x), axis=1)
            total_loss = tf.reduce_mean(loss * weights)
        grads = tape.gradient(total_loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss

    def by_a_method(self, x):
        self.warm()
        loss = self._by_a_method_body(x, tf.convert_to_tensor(self.scale, tf.float32))
        return loss

    @one_op
    @tf.function
    def _by_a_method_body(self, x, scale):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.net(x))
            total_loss = (loss * scale)
        grads = tape.gradient(total_loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


random.seed(0)
tf.random.set_seed(0)
rng = np.random.RandomState(0)
settings = {"beta": 1.0}
agent = Agent(settings)
for step in range(4):
    x = from_array(rng.randn(3, 4), tf.float32)
    print(step, agent.by_a_helper(x).numpy().item(), agent.in_between(x).numpy().item())
    print(
        agent.under_another_name(x).numpy().item(),
        tf.reduce_mean(agent.in_place(x)).numpy().item(),
    )
    print(agent.by_a_method(x).numpy().item())
    settings["beta"] += 0.1
