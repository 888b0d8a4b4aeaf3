"""Weights that change behind torch's back between two losses that go on from one pass."""

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


class Changed(Agent):
    """torch goes backward through the weights as they are then: a tape can't."""

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
        for p in self.policy.parameters():
            p.data.mul_(0.9)
        policy_loss = -new_q.mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        return policy_loss.item()
# output
"""Weights that change behind torch's back between two losses that go on from one pass."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Adam, Linear, Sequential, backward, recording, step, zero_grad


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


class Changed(Agent):
    """torch goes backward through the weights as they are then: a tape can't."""

    def update(self, states, rewards):
        with recording():
            value = self.value(states)
            action = tf.tanh(self.policy(states))
            q1 = self.q1(tf.concat([states, rewards, rewards], axis=1))
            loss = tf.reduce_mean(tf.square(q1 - rewards))
            zero_grad(self.q1_optimizer)
            backward(loss)
            step(self.q1_optimizer)
            new_q = self.q1(tf.concat([states, action], axis=1))
            value_loss = tf.reduce_mean(tf.square(value - tf.stop_gradient(new_q)))
            zero_grad(self.value_optimizer)
            backward(value_loss)
            step(self.value_optimizer)
            # porter: P201 the weights change between a network's run and its gradient: torch goes backward through the new ones, a tape through those it has seen
            for p in self.policy.parameters():
                p.data.mul_(0.9)
            policy_loss = -tf.reduce_mean(new_q)
            zero_grad(self.policy_optimizer)
            backward(policy_loss)
        step(self.policy_optimizer)
        return policy_loss.numpy().item()
# findings
# steps/weights_changed_between_losses.py:33:9: N403 note this update is ported as torch's autograd, in eager mode: this loss uses the graph of an earlier one after its optimizer stepped -> clear, differentiate and step in one block, on a loss that is computed there
# steps/weights_changed_between_losses.py:40:9: P201 error the weights change between a network's run and its gradient: torch goes backward through the new ones, a tape through those it has seen -> take the gradient first, or compute the loss again
