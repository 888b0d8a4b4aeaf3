"""REINFORCE over the steps of an episode: Python computes each step's weight, as a number."""
import math

import torch
import torch.nn as nn


class Reinforce:
    def __init__(self):
        self.gamma, self.decay = 0.9, 0.1
        self.policy = nn.Sequential(nn.Linear(3, 2), nn.Softmax(dim=-1))
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)

    def learn(self, states, actions, rewards):
        returns, value = [], 0
        for reward in reversed(rewards):
            value = self.gamma * value + reward
            returns.insert(0, value)
        for t in range(len(rewards)):
            state = torch.tensor(states[t], dtype=torch.float32)
            gain = returns[t]
            probs = self.policy(state)
            loss = -pow(self.gamma, t) * gain * torch.log(probs[actions[t]])
            loss = loss + math.exp(-self.decay * t) * probs.pow(2).sum()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


agent = Reinforce()
for i, p in enumerate(agent.policy.parameters()):
    p.data.copy_(torch.sin(torch.arange(p.numel(), dtype=torch.float32)).reshape(p.shape))
for k in range(3):
    states = [[0.1 * t, 0.2, 0.3 * k] for t in range(6)]
    agent.learn(states, [t % 2 for t in range(6)], [1.0, 0.5, -0.5, 2.0, 0.0, 1.0])
    print([round(p.sum().item(), 4) for p in agent.policy.parameters()])
# output
"""REINFORCE over the steps of an episode: Python computes each step's weight, as a number."""
import math
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Linear, Sequential, one_op


class Reinforce:
    def __init__(self):
        self.gamma, self.decay = 0.9, 0.1
        self.policy = Sequential(Linear(3, 2), keras.layers.Softmax())
        self.optimizer = SGD(self.policy.trainable_variables, lr=0.1)

    def learn(self, states, actions, rewards):
        returns, value = [], 0
        for reward in reversed(rewards):
            value = self.gamma * value + reward
            returns.insert(0, value)
        for t in range(len(rewards)):
            state = tf.constant(states[t], tf.float32)
            gain = returns[t]
            self._learn_body(
                actions,
                t,
                state,
                tf.convert_to_tensor(-pow(self.gamma, t) * gain, tf.float32),
                tf.convert_to_tensor(math.exp(-self.decay * t), tf.float32),
            )

    @one_op
    @tf.function
    def _learn_body(self, actions, t, state, gamma, decay):
        with tf.GradientTape() as tape:
            probs = self.policy(state)
            loss = gamma * tf.math.log(probs[actions[t]])
            loss = loss + decay * tf.reduce_sum(tf.square(probs))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)


agent = Reinforce()
for i, p in enumerate(agent.policy.trainable_variables):
    p.assign(tf.reshape(tf.sin(tf.range(p.shape.num_elements(), dtype=tf.float32)), p.shape))
for k in range(3):
    states = [[0.1 * t, 0.2, 0.3 * k] for t in range(6)]
    agent.learn(states, [t % 2 for t in range(6)], [1.0, 0.5, -0.5, 2.0, 0.0, 1.0])
    print([round(tf.reduce_sum(p).numpy().item(), 4) for p in agent.policy.trainable_variables])
