# Loops over parameters behind an update that stays eager: their body takes no line of it.
import copy

import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(5, 1)
        self.target = copy.deepcopy(self.actor)
        self.optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.1)

    def train(self, states, actions, mine):
        actions[mine] = self.actor(states)
        loss = -self.critic(torch.cat([states, *actions], dim=1)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

        for param, target in zip(self.actor.parameters(), self.target.parameters()):
            target.data.copy_(0.1 * param.data + 0.9 * target.data)


agent = Agent()
for _ in range(3):
    agent.train(torch.ones(4, 3), [torch.zeros(4, 2)], 0)
# output
# Loops over parameters behind an update that stays eager: their body takes no line of it.

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, graph, one_op


class Agent:
    def __init__(self):
        self.actor = Linear(3, 2)
        self.critic = Linear(5, 1)
        self.target = Linear(3, 2)
        self.target.set_weights(self.actor.get_weights())
        self.optimizer = Adam(self.actor.trainable_variables, lr=0.1)

    def train(self, states, actions, mine):
        with tf.GradientTape() as tape:
            actions[mine] = self.actor(states)
            loss = -tf.reduce_mean(self.critic(tf.concat([states, *actions], axis=1)))
        grads = tape.gradient(loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)
        self._update_targets()

    @one_op
    @tf.function
    def _update_targets(self):
        for param, target in zip(self.actor.trainable_variables, self.target.trainable_variables):
            target.assign(0.1 * param + 0.9 * target)


agent = Agent()
for _ in range(3):
    agent.train(tf.ones([4, 3]), [tf.zeros([4, 2])], 0)
# findings
# steps/targets_behind_an_eager_update.py:16:9: N403 note this update stays in eager mode: it changes actions[mine] -> write the step as tensor code only, with host lines before or behind it
