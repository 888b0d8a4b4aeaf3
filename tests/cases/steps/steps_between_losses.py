"""Losses that go on from what was computed before another optimizer stepped."""

import torch
from torch import nn


def network(inputs, outputs, scale):
    net = nn.Sequential(nn.Linear(inputs, 4), nn.Tanh(), nn.Linear(4, outputs))
    for i, p in enumerate(net.parameters()):
        p.data.copy_(scale * torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))
    return net


class Agent:
    def __init__(self):
        self.policy, self.value = network(3, 2, 1.0), network(3, 1, 0.8)
        self.q1, self.q2, self.target = network(5, 1, 0.7), network(5, 1, 0.6), network(3, 1, 0.5)
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.1)
        self.value_optimizer = torch.optim.Adam(self.value.parameters(), lr=0.1)
        self.q1_optimizer = torch.optim.Adam(self.q1.parameters(), lr=0.1)
        self.q2_optimizer = torch.optim.SGD(self.q2.parameters(), lr=0.1)


class Graph(Agent):
    """One tape, which is closed while an optimizer steps."""

    def update(self, states, rewards):
        value = self.value(states)
        action = torch.tanh(self.policy(states))
        q1 = self.q1(torch.cat([states, rewards, rewards], 1))
        loss = (q1 - rewards).pow(2).mean()
        self.q1_optimizer.zero_grad()
        loss.backward()
        self.q1_optimizer.step()
        new_q = self.q1(torch.cat([states, action], 1))
        value_loss = (value - new_q.detach()).pow(2).mean()
        self.value_optimizer.zero_grad()
        value_loss.backward()
        self.value_optimizer.step()
        policy_loss = -new_q.mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        return policy_loss.item()
# output
"""Losses that go on from what was computed before another optimizer stepped."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Adam, Linear, Sequential, one_op


def network(inputs, outputs, scale):
    net = Sequential(Linear(inputs, 4), keras.layers.Activation("tanh"), Linear(4, outputs))
    for i, p in enumerate(net.trainable_variables):
        p.assign(
            scale * tf.reshape(tf.linspace(-0.5, 0.5 + 0.1 * i, p.shape.num_elements()), p.shape)
        )
    return net


class Agent:
    def __init__(self):
        self.policy, self.value = network(3, 2, 1.0), network(3, 1, 0.8)
        self.q1, self.q2, self.target = network(5, 1, 0.7), network(5, 1, 0.6), network(3, 1, 0.5)
        self.policy_optimizer = Adam(self.policy.trainable_variables, lr=0.1)
        self.value_optimizer = Adam(self.value.trainable_variables, lr=0.1)
        self.q1_optimizer = Adam(self.q1.trainable_variables, lr=0.1)
        self.q2_optimizer = SGD(self.q2.trainable_variables, lr=0.1)


class Graph(Agent):
    """One tape, which is closed while an optimizer steps."""

    def update(self, states, rewards):
        policy_loss = self._update_body(states, rewards)
        return policy_loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, states, rewards):
        with tf.GradientTape(persistent=True) as tape:
            value = self.value(states)
            action = tf.tanh(self.policy(states))
            q1 = self.q1(tf.concat([states, rewards, rewards], axis=1))
            loss = tf.reduce_mean(tf.square(q1 - rewards))
        grads = tape.gradient(loss, self.q1_optimizer.params)
        self.q1_optimizer.apply(grads)
        with tape:
            new_q = self.q1(tf.concat([states, action], axis=1))
            value_loss = tf.reduce_mean(tf.square(value - tf.stop_gradient(new_q)))
        grads = tape.gradient(value_loss, self.value_optimizer.params)
        self.value_optimizer.apply(grads)
        with tape:
            policy_loss = -tf.reduce_mean(new_q)
        grads = tape.gradient(policy_loss, self.policy_optimizer.params)
        self.policy_optimizer.apply(grads)
        return policy_loss
