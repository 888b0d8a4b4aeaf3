"""A temperature that follows its logarithm is read by the helpers that compute the losses."""

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(3, 2)
        self.log_sigma = nn.Linear(3, 2)

    def forward(self, state, need_log_prob=False):
        dist = Normal(self.mu(state), torch.exp(self.log_sigma(state).clip(-5, 2)))
        action = dist.rsample()
        tanh_action, log_prob = torch.tanh(action), None
        if need_log_prob:
            log_prob = dist.log_prob(action).sum(axis=-1)
        return tanh_action, log_prob


class Agent:
    def __init__(self):
        self.actor = Actor()
        self.critic = nn.Linear(5, 1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.log_alpha = torch.tensor([0.0], dtype=torch.float32, requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=1e-2)
        self.alpha = self.log_alpha.exp().detach()

    def _alpha_loss(self, state):
        with torch.no_grad():
            _, log_prob = self.actor(state, need_log_prob=True)
        return (-self.log_alpha * (log_prob - 2.0)).mean()

    def _actor_loss(self, state):
        action, log_prob = self.actor(state, need_log_prob=True)
        values = self.critic(torch.cat([state, action], dim=-1)).squeeze(-1)
        assert log_prob.shape == values.shape
        return (self.alpha * log_prob - values).mean()

    def update(self, state):
        alpha_loss = self._alpha_loss(state)
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()

        self.alpha = self.log_alpha.exp().detach()

        actor_loss = self._actor_loss(state)
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        return alpha_loss.item(), actor_loss.item(), self.alpha.item()


rng = np.random.RandomState(0)
agent = Agent()
for step in range(5):
    print(step, *agent.update(torch.tensor(rng.randn(8, 3), dtype=torch.float32)))
# output
"""A temperature that follows its logarithm is read by the helpers that compute the losses."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Normal, TorchModel, from_array, one_op


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.mu = Linear(3, 2)
        self.log_sigma = Linear(3, 2)

    def call(self, state, need_log_prob=False):
        dist = Normal(self.mu(state), tf.exp(tf.clip_by_value(self.log_sigma(state), -5, 2)))
        action = dist.rsample()
        tanh_action, log_prob = tf.tanh(action), None
        if need_log_prob:
            log_prob = tf.reduce_sum(dist.log_prob(action), axis=-1)
        return tanh_action, log_prob


class Agent:
    def __init__(self):
        self.actor = Actor()
        self.critic = Linear(5, 1)
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-2)
        self.log_alpha = keras.Variable(tf.constant(np.array([0.0]), tf.float32))
        self.alpha_optimizer = Adam([self.log_alpha], lr=1e-2)
        self.alpha = tf.Variable(tf.exp(self.log_alpha), trainable=False)

    def _alpha_loss(self, state):
        _, log_prob = self.actor(state, need_log_prob=True)
        log_prob = tf.stop_gradient(log_prob)
        return tf.reduce_mean(-self.log_alpha * (log_prob - 2.0))

    def _actor_loss(self, state):
        action, log_prob = self.actor(state, need_log_prob=True)
        values = tf.squeeze(self.critic(tf.concat([state, action], axis=-1)), axis=-1)
        assert log_prob.shape == values.shape
        return tf.reduce_mean(self.alpha * log_prob - values)

    def update(self, state):
        alpha_loss, actor_loss = self._update_body(state)
        return alpha_loss.numpy().item(), actor_loss.numpy().item(), self.alpha.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, state):
        with tf.GradientTape() as tape:
            alpha_loss = self._alpha_loss(state)
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)

        self.alpha.assign(tf.stop_gradient(tf.exp(self.log_alpha)))

        with tf.GradientTape() as tape:
            actor_loss = self._actor_loss(state)
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)
        return alpha_loss, actor_loss


rng = np.random.RandomState(0)
agent = Agent()
for step in range(5):
    print(step, *agent.update(from_array(rng.randn(8, 3), tf.float32)))
