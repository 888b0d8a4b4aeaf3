"""SAC with a helper that changes the log-probability in place: its caller binds it anew."""

import torch
import torch.nn.functional as F
from torch import nn


def squash(mu, pi, log_pi):
    mu = torch.tanh(mu)
    if pi is not None:
        pi = torch.tanh(pi)
    if log_pi is not None:
        log_pi -= torch.log(F.relu(1 - pi.pow(2)) + 1e-6).sum(-1, keepdim=True)
    return mu, pi, log_pi


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))

    def forward(self, state, noise):
        mu, log_std = self.trunk(state).chunk(2, dim=-1)
        log_std = torch.tanh(log_std)
        pi = mu + noise * log_std.exp()
        log_pi = (-0.5 * noise.pow(2) - log_std).sum(-1, keepdim=True)
        mu, pi, log_pi = squash(mu, pi, log_pi)
        return mu, pi, log_pi


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(5, 1)

    def forward(self, state, action):
        return self.q(torch.cat([state, action], dim=-1))


class Agent:
    def __init__(self):
        self.actor, self.critic = Actor(), Critic()
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def update(self, state, noise, reward):
        with torch.no_grad():
            _, action, log_pi = self.actor(state, noise)
            target = reward + 0.9 * (self.critic(state, action) - 0.1 * log_pi)
        critic_loss = F.mse_loss(self.critic(state, action), target)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        _, pi, log_pi = self.actor(state, noise)
        actor_loss = (0.1 * log_pi - self.critic(state, pi)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        return critic_loss.item(), actor_loss.item()


torch.manual_seed(2)
agent = Agent()
for _ in range(6):
    print(agent.update(torch.randn(5, 3), torch.randn(5, 2), torch.randn(5, 1)))
# output
"""SAC with a helper that changes the log-probability in place: its caller binds it anew."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, TorchModel, chunked, one_op


def squash(mu, pi, log_pi):
    mu = tf.tanh(mu)
    if pi is not None:
        pi = tf.tanh(pi)
    if log_pi is not None:
        log_pi -= tf.reduce_sum(
            tf.math.log(tf.nn.relu(1 - tf.square(pi)) + 1e-6), axis=-1, keepdims=True
        )
    return mu, pi, log_pi


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.trunk = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 4))

    def call(self, state, noise):
        mu, log_std = chunked(self.trunk(state), 2, axis=-1)
        log_std = tf.tanh(log_std)
        pi = mu + noise * tf.exp(log_std)
        log_pi = tf.reduce_sum(-0.5 * tf.square(noise) - log_std, axis=-1, keepdims=True)
        mu, pi, log_pi = squash(mu, pi, log_pi)
        return mu, pi, log_pi


class Critic(TorchModel):
    def __init__(self):
        super().__init__()
        self.q = Linear(5, 1)

    def call(self, state, action):
        return self.q(tf.concat([state, action], axis=-1))


class Agent:
    def __init__(self):
        self.actor, self.critic = Actor(), Critic()
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-2)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)

    def update(self, state, noise, reward):
        critic_loss, actor_loss = self._update_body(state, noise, reward)
        return critic_loss.numpy().item(), actor_loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, state, noise, reward):
        _, action, log_pi = self.actor(state, noise)
        target = reward + 0.9 * (self.critic(state, action) - 0.1 * log_pi)
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(tf.square(self.critic(state, action) - target))
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            _, pi, log_pi = self.actor(state, noise)
            actor_loss = tf.reduce_mean(0.1 * log_pi - self.critic(state, pi))
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)
        return critic_loss, actor_loss


tf.random.set_seed(2)
agent = Agent()
for _ in range(6):
    print(
        agent.update(tf.random.normal([5, 3]), tf.random.normal([5, 2]), tf.random.normal([5, 1]))
    )
