"""Acting in host code: policies are asked, and actions drawn, by lines that also want numbers."""

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical, Normal


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2), nn.Softmax(-1))
        self.critic = nn.Linear(4, 1)
        self.mu = nn.Linear(4, 2)
        self.log_std = nn.Parameter(torch.zeros(2))
        self.optimizer = torch.optim.Adam(list(self.actor.parameters()) + list(self.critic.parameters()), lr=1e-2)

    def choose_action(self, observation):
        state = torch.tensor([observation], dtype=torch.float)
        dist = Categorical(self.actor(state))
        value = self.critic(state)
        action = dist.sample()

        probs = torch.squeeze(dist.log_prob(action)).item()
        action = torch.squeeze(action).item()
        value = torch.squeeze(value).item()
        return action, probs, value

    def sample(self, obs):
        obs = torch.from_numpy(obs).float()
        with torch.no_grad():
            mu = self.mu(obs)
            pi = Normal(mu, self.log_std.exp())
            a = pi.sample()
            logp = pi.log_prob(a).sum(axis=-1)
        return a.numpy(), logp.numpy()

    def both(self, obs):
        dist = Categorical(logits=self.actor(torch.as_tensor(obs, dtype=torch.float32)))
        action = dist.sample()
        return action.item(), dist.log_prob(action).item()

    def learn(self, states, actions, old):
        states = torch.from_numpy(states).float()
        actions = torch.from_numpy(actions)
        dist = Categorical(self.actor(states))
        ratio = (dist.log_prob(actions) - torch.from_numpy(old).float()).exp()
        loss = -ratio.mean() - dist.entropy().mean() + self.critic(states).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


agent = Agent()
rng = np.random.RandomState(0)
for episode in range(4):
    states, actions, old = [], [], []
    for t in range(8):
        state = rng.randn(4)
        action, log_prob, value = agent.choose_action(state)
        agent.sample(state)
        agent.both(state)
        states.append(state)
        actions.append(action)
        old.append(log_prob)
    agent.learn(np.array(states), np.array(actions), np.array(old))
# output
"""Acting in host code: policies are asked, and actions drawn, by lines that also want numbers."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, Normal, Sequential, from_array, one_op


class Agent:
    def __init__(self):
        self.actor = Sequential(
            Linear(4, 8), keras.layers.Activation("tanh"), Linear(8, 2), keras.layers.Softmax()
        )
        self.critic = Linear(4, 1)
        self.mu = Linear(4, 2)
        self.log_std = keras.Variable(tf.zeros([2]))
        self.optimizer = Adam(
            list(self.actor.trainable_variables) + list(self.critic.trainable_variables), lr=1e-2
        )

    def choose_action(self, observation):
        state = from_array([observation], tf.float32)
        value, action, probs = self._choose_action_body(state)
        probs = probs.numpy().item()
        action = action.numpy().item()
        value = value.numpy().item()
        return action, probs, value

    @one_op
    @tf.function
    def _choose_action_body(self, state):
        dist = Categorical(self.actor(state))
        value = self.critic(state)
        action = dist.sample()

        probs = tf.squeeze(dist.log_prob(action))
        action = tf.squeeze(action)
        value = tf.squeeze(value)
        return value, action, probs

    def sample(self, obs):
        obs = from_array(obs, tf.float32)
        a, logp = self._sample_body(obs)
        return a.numpy(), logp.numpy()

    @one_op
    @tf.function
    def _sample_body(self, obs):
        mu = self.mu(obs)
        pi = Normal(mu, tf.exp(self.log_std))
        a = pi.sample()
        logp = tf.reduce_sum(pi.log_prob(a), axis=-1)
        return a, logp

    def both(self, obs):
        action, log_prob = self._both_body(from_array(obs, tf.float32))
        return action.numpy().item(), log_prob.numpy().item()

    @one_op
    @tf.function
    def _both_body(self, obs):
        dist = Categorical(logits=self.actor(obs))
        action = dist.sample()
        log_prob = dist.log_prob(action)
        return action, log_prob

    def learn(self, states, actions, old):
        states = from_array(states, tf.float32)
        actions = from_array(actions)
        self._learn_body(states, actions, from_array(old, tf.float32))

    @one_op
    @tf.function
    def _learn_body(self, states, actions, old):
        with tf.GradientTape() as tape:
            dist = Categorical(self.actor(states))
            ratio = tf.exp(dist.log_prob(actions) - old)
            loss = (
                -tf.reduce_mean(ratio)
                - tf.reduce_mean(dist.entropy())
                + tf.reduce_mean(tf.square(self.critic(states)))
            )
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)


agent = Agent()
rng = np.random.RandomState(0)
for episode in range(4):
    states, actions, old = [], [], []
    for t in range(8):
        state = rng.randn(4)
        action, log_prob, value = agent.choose_action(state)
        agent.sample(state)
        agent.both(state)
        states.append(state)
        actions.append(action)
        old.append(log_prob)
    agent.learn(np.array(states), np.array(actions), np.array(old))
