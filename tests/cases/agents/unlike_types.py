"""A soft actor-critic whose temperature is a number at first and a double then, whose policy is told
whether to draw, and a projection that counts in whole numbers beside tensors of unknown dtype."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.body = nn.Linear(state_dim, 16)
        self.mu = nn.Linear(16, action_dim)
        self.log_std = nn.Linear(16, action_dim)

    def forward(self, state, deterministic, with_logprob):
        x = torch.relu(self.body(state))
        mu, log_std = self.mu(x), torch.clamp(self.log_std(x), -5, 2)
        dist = Normal(mu, log_std.exp())
        if deterministic:
            u = mu
        else:
            u = dist.rsample()
        if with_logprob:
            return torch.tanh(u), dist.log_prob(u).sum(1, keepdim=True)
        return torch.tanh(u), None


class Agent:
    def __init__(self, **options):
        self.__dict__.update(options)
        self.actor = Policy(self.state_dim, self.action_dim)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic = nn.Sequential(nn.Linear(self.state_dim + self.action_dim, 1))
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)
        self.target = copy.deepcopy(self.critic)
        self.log_alpha = torch.tensor(np.log(self.alpha), dtype=float, requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=1e-2)

    def select_action(self, state, deterministic):
        with torch.no_grad():
            action, _ = self.actor(torch.FloatTensor(state), deterministic, False)
        return action.numpy()

    def train(self, s, a, r, s_next, done):
        with torch.no_grad():
            a_next, log_prob = self.actor(s_next, deterministic=False, with_logprob=True)
            value = self.target(torch.cat([s_next, a_next], 1)) - self.alpha * log_prob
            target = r + (~done) * self.gamma * value
            # the share of what lies between two whole numbers
            place = (target - self.low) / self.width
            below, above = place.floor().long(), place.ceil().long()
            target = target + 0.01 * ((above + (below == above) - place) + (place - below))
        loss = F.mse_loss(self.critic(torch.cat([s, a], 1)), target)
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()

        action, log_prob = self.actor(s, deterministic=False, with_logprob=True)
        actor_loss = (self.alpha * log_prob - self.critic(torch.cat([s, action], 1))).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()

        alpha_loss = -(self.log_alpha * (log_prob - 1.0).detach()).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()
        self.alpha = self.log_alpha.exp()


rng = np.random.RandomState(0)
agent = Agent(state_dim=3, action_dim=1, alpha=0.2, gamma=0.9, low=-2.0, width=0.5)
for step in range(6):
    rows = [torch.FloatTensor(rng.randn(8, size)) for size in (3, 1, 1, 3)]
    s, a, r, s_next = rows
    agent.train(s, a, r, s_next, torch.tensor(rng.rand(8, 1) < 0.3))
    print(agent.select_action(rng.randn(1, 3), deterministic=step % 2 == 0))
# output
"""A soft actor-critic whose temperature is a number at first and a double then, whose policy is told
whether to draw, and a projection that counts in whole numbers beside tensors of unknown dtype."""

import copy
import operator
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    Normal,
    Sequential,
    TorchModel,
    beside,
    from_array,
    one_op,
    promoted,
    times_mask,
)


class Policy(TorchModel):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.body = Linear(state_dim, 16)
        self.mu = Linear(16, action_dim)
        self.log_std = Linear(16, action_dim)

    def call(self, state, deterministic, with_logprob):
        x = tf.nn.relu(self.body(state))
        mu, log_std = self.mu(x), tf.clip_by_value(self.log_std(x), -5, 2)
        dist = Normal(mu, tf.exp(log_std))
        if deterministic:
            u = mu
        else:
            u = dist.rsample()
        if with_logprob:
            return tf.tanh(u), tf.reduce_sum(dist.log_prob(u), axis=1, keepdims=True)
        return tf.tanh(u), None


class Agent:
    def __init__(self, **options):
        self.__dict__.update(options)
        self.actor = Policy(self.state_dim, self.action_dim)
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-2)
        self.critic = Sequential(Linear(self.state_dim + self.action_dim, 1))
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)
        self.target = copy.deepcopy(self.critic)
        self.log_alpha = keras.Variable(tf.constant(np.array(np.log(self.alpha)), tf.float64))
        self.alpha_optimizer = Adam([self.log_alpha], lr=1e-2)

    def select_action(self, state, deterministic):
        action, _ = self._call_actor(
            from_array(state, tf.float32), deterministic=deterministic, with_logprob=False
        )
        return action.numpy()

    @one_op
    @tf.function
    def _call_actor(self, state, deterministic, with_logprob):
        return self.actor(state, deterministic=deterministic, with_logprob=with_logprob)

    def train(self, s, a, r, s_next, done):
        self._train_body(s, a, r, s_next, done, self.alpha)
        self.alpha = tf.exp(self.log_alpha)

    @one_op
    @tf.function
    def _train_body(self, s, a, r, s_next, done, alpha):
        a_next, log_prob = self.actor(s_next, deterministic=False, with_logprob=True)
        value = self.target(tf.concat([s_next, a_next], axis=1)) - beside(alpha, log_prob) * log_prob
        target = r + times_mask(self.gamma, ~done) * value
        # the share of what lies between two whole numbers
        place = (target - self.low) / self.width
        below, above = tf.cast(tf.floor(place), tf.int64), tf.cast(tf.math.ceil(place), tf.int64)
        target = (
            target
            + 0.01
            * (
                (beside(above + tf.cast(below == above, tf.int64), place) - place)
                + (place - beside(below, place))
            )
        )
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.critic(tf.concat([s, a], axis=1)) - target))
        grads = tape.gradient(loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            action, log_prob = self.actor(s, deterministic=False, with_logprob=True)
            actor_loss = tf.reduce_mean(
                beside(alpha, log_prob) * log_prob - self.critic(tf.concat([s, action], axis=1))
            )
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            alpha_loss = -tf.reduce_mean(promoted(operator.mul, self.log_alpha, tf.stop_gradient(log_prob - 1.0)))
        grads = tape.gradient(alpha_loss, self.alpha_optimizer.params)
        self.alpha_optimizer.apply(grads)


rng = np.random.RandomState(0)
agent = Agent(state_dim=3, action_dim=1, alpha=0.2, gamma=0.9, low=-2.0, width=0.5)
for step in range(6):
    rows = [from_array(rng.randn(8, size), tf.float32) for size in (3, 1, 1, 3)]
    s, a, r, s_next = rows
    agent.train(s, a, r, s_next, from_array(rng.rand(8, 1) < 0.3))
    print(agent.select_action(rng.randn(1, 3), deterministic=step % 2 == 0))
