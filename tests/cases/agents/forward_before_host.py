"""What the net computed is learnt from in a branch that Python has a say in, through another network."""

import numpy as np
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net, self.critic = nn.Linear(3, 1), nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)
        self.seen = []

    def learn(self, states, targets, turn):
        states, targets = torch.FloatTensor(states), torch.FloatTensor(targets)
        values = self.net(states)
        critic_loss = (self.critic(states) - targets + values.detach()).pow(2).mean()
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        if turn % 2 == 0:
            scale = len(self.seen) + float(values.max().detach())
            self.seen.append(scale)
            errors = (values - targets) * scale + self.critic(states)
            loss = errors.pow(2).mean()
            if loss.item() > 1e9:
                raise ValueError(loss)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


agent, rng = Agent(), np.random.RandomState(0)
for turn in range(8):
    agent.learn(rng.randn(6, 3), rng.randn(6, 1), turn)
# output
"""What the net computed is learnt from in a branch that Python has a say in, through another network."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, from_array, graph


class Agent:
    def __init__(self):
        self.net, self.critic = Linear(3, 1), Linear(3, 1)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)
        self.seen = []

    def learn(self, states, targets, turn):
        states, targets = from_array(states, tf.float32), from_array(targets, tf.float32)
        with tf.GradientTape() as first_tape:
            values = self.net(states)
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(
                tf.square(self.critic(states) - targets + tf.stop_gradient(values))
            )
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        graph(self.critic_optimizer.apply)(grads)
        if turn % 2 == 0:
            scale = len(self.seen) + float(tf.reduce_max(values))
            self.seen.append(scale)
            with first_tape:
                errors = (values - targets) * scale + self.critic(states)
                loss = tf.reduce_mean(tf.square(errors))
            if loss.numpy().item() > 1e9:
                raise ValueError(loss)
            grads = first_tape.gradient(loss, self.optimizer.params)
            graph(self.optimizer.apply)(grads)


agent, rng = Agent(), np.random.RandomState(0)
for turn in range(8):
    agent.learn(rng.randn(6, 3), rng.randn(6, 1), turn)
# findings
# agents/forward_before_host.py:22:9: N403 note this update stays in eager mode: it calls float -> write the step as tensor code only, with host lines before or behind it
