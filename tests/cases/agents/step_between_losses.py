"""The actor steps between the critic's value and the critic's loss; gamma ** t counts from an int;
minibatches are lists of rows."""

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data.sampler import BatchSampler, SubsetRandomSampler


class Agent:
    def __init__(self, gamma):
        self.gamma = gamma
        self.discount = 1
        self.actor = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2), nn.Softmax(dim=1))
        self.critic = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def learn(self, states, actions, rewards):
        for rows in BatchSampler(SubsetRandomSampler(range(8)), 4, False):
            values = self.critic(states[rows]).flatten()
            log_probs = torch.log(self.actor(states[rows]))
            log_probs = log_probs.gather(1, actions[rows].unsqueeze(1)).squeeze(1)
            advantage = (rewards[rows] - values).detach()
            actor_loss = (-self.discount * advantage * log_probs).mean()
            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()

            critic_loss = ((rewards[rows] - values) ** 2).mean()
            self.critic_optimizer.zero_grad()
            critic_loss.backward()
            self.critic_optimizer.step()

            self.discount *= self.gamma


rng = np.random.RandomState(0)
agent = Agent(0.9)
for _ in range(3):
    states = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
    actions = torch.tensor(rng.randint(0, 2, 8))
    rewards = torch.tensor(rng.randn(8), dtype=torch.float32)
    agent.learn(states, actions, rewards)
# output
"""The actor steps between the critic's value and the critic's loss; gamma ** t counts from an int;
minibatches are lists of rows."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    BatchSampler,
    Linear,
    Sequential,
    SubsetRandomSampler,
    from_array,
    one_op,
)


class Agent:
    def __init__(self, gamma):
        self.gamma = gamma
        self.discount = 1
        self.actor = Sequential(
            Linear(3, 8), keras.layers.ReLU(), Linear(8, 2), keras.layers.Softmax(axis=1)
        )
        self.critic = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 1))
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-2)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)

    def learn(self, states, actions, rewards):
        for rows in BatchSampler(SubsetRandomSampler(range(8)), 4, False):
            self._learn_body(
                states,
                actions,
                rewards,
                tf.convert_to_tensor(rows, tf.int64),
                tf.convert_to_tensor(self.discount, tf.float32),
            )

            self.discount *= self.gamma

    @one_op
    @tf.function
    def _learn_body(self, states, actions, rewards, rows, discount):
        with tf.GradientTape(persistent=True) as tape:
            values = tf.reshape(self.critic(tf.gather(states, rows)), [-1])
            log_probs = tf.math.log(self.actor(tf.gather(states, rows)))
            log_probs = tf.gather(log_probs, tf.gather(actions, rows), batch_dims=1)
            advantage = tf.stop_gradient(tf.gather(rewards, rows) - values)
            actor_loss = tf.reduce_mean(-discount * advantage * log_probs)

            critic_loss = tf.reduce_mean((tf.gather(rewards, rows) - values) ** 2)
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)


rng = np.random.RandomState(0)
agent = Agent(0.9)
for _ in range(3):
    states = from_array(rng.randn(8, 3), tf.float32)
    actions = from_array(rng.randint(0, 2, 8))
    rewards = from_array(rng.randn(8), tf.float32)
    agent.learn(states, actions, rewards)
