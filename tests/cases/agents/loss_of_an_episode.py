"""REINFORCE whose loss is another method's, which makes tensors of an episode of any length."""

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.gamma = 0.9

    def act(self, state):
        with torch.no_grad():
            return Categorical(logits=self.net(torch.FloatTensor(state))).sample().item()

    def returns(self, rewards):
        found, value = [], 0.0
        for reward in reversed(rewards):
            value = reward + self.gamma * value
            found.insert(0, value)
        return found

    def loss(self, states, actions, rewards):
        states = torch.FloatTensor(np.array(states))
        actions = torch.LongTensor(actions)
        returns = torch.FloatTensor(self.returns(rewards))
        log_prob = Categorical(logits=self.net(states)).log_prob(actions)
        return -(log_prob * returns).mean()

    def learn(self, episode):
        states, actions, rewards = zip(*episode)
        loss = self.loss(states, actions, rewards)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


rng = np.random.RandomState(0)
agent = Agent()
for _ in range(5):
    episode, done = [], False
    while not done:
        state = rng.randn(3)
        action = agent.act(state)
        episode.append((state, action, float(action) + rng.randn()))
        done = rng.rand() < 0.25
    print(agent.learn(episode))
# output
"""REINFORCE whose loss is another method's, which makes tensors of an episode of any length."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, Sequential, from_array, one_op


class Agent:
    def __init__(self):
        self.net = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 2))
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.gamma = 0.9

    def act(self, state):
        return Categorical(
            logits=self._call_net(from_array(state, tf.float32))
        ).sample().numpy().item()

    @one_op
    @tf.function
    def _call_net(self, x):
        return self.net(x)

    def returns(self, rewards):
        found, value = [], 0.0
        for reward in reversed(rewards):
            value = reward + self.gamma * value
            found.insert(0, value)
        return found

    def loss_data(self, states, actions, rewards):
        states = from_array(np.array(states), tf.float32)
        actions = tf.constant(actions, tf.int64)
        returns = tf.constant(self.returns(rewards), tf.float32)
        return states, actions, returns

    def loss(self, states, actions, returns):
        log_prob = Categorical(logits=self.net(states)).log_prob(actions)
        return -tf.reduce_mean(log_prob * returns)

    def learn(self, episode):
        states, actions, rewards = zip(*episode)
        states_tensor, actions_tensor, returns = self.loss_data(states, actions, rewards)
        loss = self._learn_body(states_tensor, actions_tensor, returns)
        return loss.numpy().item()

    @one_op
    @tf.function(reduce_retracing=True)
    def _learn_body(self, states_tensor, actions_tensor, returns):
        with tf.GradientTape() as tape:
            loss = self.loss(states_tensor, actions_tensor, returns)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


rng = np.random.RandomState(0)
agent = Agent()
for _ in range(5):
    episode, done = [], False
    while not done:
        state = rng.randn(3)
        action = agent.act(state)
        episode.append((state, action, float(action) + rng.randn()))
        done = rng.rand() < 0.25
    print(agent.learn(episode))
