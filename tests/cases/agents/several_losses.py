"""Critic and actor, trained one behind the other in one function."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(3, 16)
        self.l2 = nn.Linear(16, 1)

    def forward(self, state):
        return torch.tanh(self.l2(F.relu(self.l1(state))))


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(4, 16)
        self.l2 = nn.Linear(16, 1)
        self.l3 = nn.Linear(4, 16)
        self.l4 = nn.Linear(16, 1)

    def forward(self, state, action):
        sa = torch.cat([state, action], 1)
        return self.l2(F.relu(self.l1(sa))), self.l4(F.relu(self.l3(sa)))

    def q1(self, state, action):
        return self.l2(F.relu(self.l1(torch.cat([state, action], 1))))


class Agent(object):
    def __init__(self):
        self.actor = Actor()
        self.critic = Critic()
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=3e-4)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=3e-4)

    def train(self, state, action, next_state, reward):
        with torch.no_grad():
            target_q1, target_q2 = self.critic(next_state, self.actor(next_state))
            target_q = reward + 0.99 * torch.min(target_q1, target_q2)

        current_q1, current_q2 = self.critic(state, action)
        critic_loss = F.mse_loss(current_q1, target_q) + F.mse_loss(current_q2, target_q)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        # The actor is judged by the critic as it is now
        actor_loss = -self.critic.q1(state, self.actor(state)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        return critic_loss.item(), actor_loss.item()


agent = Agent()
rng = np.random.RandomState(0)
for step in range(4):
    shapes = ((8, 3), (8, 1), (8, 3), (8, 1))
    print(agent.train(*(torch.tensor(rng.randn(*shape)).float() for shape in shapes)))
# output
"""Critic and actor, trained one behind the other in one function."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.l1 = Linear(3, 16)
        self.l2 = Linear(16, 1)

    def call(self, state):
        return tf.tanh(self.l2(tf.nn.relu(self.l1(state))))


class Critic(TorchModel):
    def __init__(self):
        super().__init__()
        self.l1 = Linear(4, 16)
        self.l2 = Linear(16, 1)
        self.l3 = Linear(4, 16)
        self.l4 = Linear(16, 1)

    def call(self, state, action):
        sa = tf.concat([state, action], axis=1)
        return self.l2(tf.nn.relu(self.l1(sa))), self.l4(tf.nn.relu(self.l3(sa)))

    def q1(self, state, action):
        return self.l2(tf.nn.relu(self.l1(tf.concat([state, action], axis=1))))


class Agent(object):
    def __init__(self):
        self.actor = Actor()
        self.critic = Critic()
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=3e-4)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=3e-4)

    def train(self, state, action, next_state, reward):
        critic_loss, actor_loss = self._train_body(state, action, next_state, reward)
        return critic_loss.numpy().item(), actor_loss.numpy().item()

    @one_op
    @tf.function
    def _train_body(self, state, action, next_state, reward):
        target_q1, target_q2 = self.critic(next_state, self.actor(next_state))
        target_q = reward + 0.99 * tf.minimum(target_q1, target_q2)

        with tf.GradientTape() as tape:
            current_q1, current_q2 = self.critic(state, action)
            critic_loss = (
                tf.reduce_mean(tf.square(current_q1 - target_q))
                + tf.reduce_mean(tf.square(current_q2 - target_q))
            )
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            # The actor is judged by the critic as it is now
            actor_loss = -tf.reduce_mean(self.critic.q1(state, self.actor(state)))
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)
        return critic_loss, actor_loss


agent = Agent()
rng = np.random.RandomState(0)
for step in range(4):
    shapes = ((8, 3), (8, 1), (8, 3), (8, 1))
    print(agent.train(*(tf.constant(rng.randn(*shape), tf.float32) for shape in shapes)))
