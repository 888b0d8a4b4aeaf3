"""What the memory keeps is told when it runs: `ended == 0` of masks and of numbers."""

import random
from collections import deque, namedtuple

import numpy as np
import torch
import torch.nn as nn

Transition = namedtuple("Transition", "state reward done")


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.memory = deque(maxlen=100)

    def add(self, state, reward, done):
        state = torch.tensor(state[None], dtype=torch.float32)
        self.memory.append(Transition(state, torch.tensor([[reward]]), torch.tensor([[done]])))

    def learn(self, sample):
        batch = Transition(*zip(*sample))
        states, rewards = torch.cat(batch.state).float(), torch.cat(batch.reward).float()
        done = torch.cat(batch.done)
        rows = torch.tensor([i for i, ended in enumerate(done) if ended == 0], dtype=torch.int64)
        values = self.net(states).index_select(0, rows)
        goals = (rewards * (done != 1).float()).index_select(0, rows)
        loss = (values - goals).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


rng = np.random.RandomState(0)
random.seed(0)
agent = Agent()
for step in range(12):
    agent.add(rng.randn(3), rng.randn(), bool(step % 3 == 2))
for step in range(4):
    print(step, agent.learn(random.sample(agent.memory, 6)))
# output
"""What the memory keeps is told when it runs: `ended == 0` of masks and of numbers."""

import os
import random
from collections import deque, namedtuple

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, concat, from_array, one_op

Transition = namedtuple("Transition", "state reward done")


class Agent:
    def __init__(self):
        self.net = Linear(3, 1)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)
        self.memory = deque(maxlen=100)

    def add(self, state, reward, done):
        state = from_array(state[None], tf.float32)
        self.memory.append(Transition(state, tf.constant([[reward]]), tf.constant([[done]])))

    def learn(self, sample):
        batch = Transition(*zip(*sample))
        states, rewards = concat(batch.state, axis=0), concat(batch.reward, axis=0)
        done = concat(batch.done, axis=0)
        rows = tf.constant(
            [i for i, ended in enumerate(done) if tf.cast(ended, tf.int64) == 0], tf.int64
        )
        loss = self._learn_body(states, rewards, done, rows)
        return loss.numpy().item()

    @one_op
    @tf.function(reduce_retracing=True)
    def _learn_body(self, states, rewards, done, rows):
        with tf.GradientTape() as tape:
            values = tf.gather(self.net(states), rows, axis=0)
            goals = tf.gather(
                rewards * tf.cast(tf.cast(done, tf.int64) != 1, tf.float32), rows, axis=0
            )
            loss = tf.reduce_mean(tf.square(values - goals))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


rng = np.random.RandomState(0)
random.seed(0)
agent = Agent()
for step in range(12):
    agent.add(rng.randn(3), rng.randn(), bool(step % 3 == 2))
for step in range(4):
    print(step, agent.learn(random.sample(agent.memory, 6)))
