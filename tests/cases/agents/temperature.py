"""Soft actor-critic's temperature: a tensor of one number that is optimised."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(3, 16)
        self.fc_mu = nn.Linear(16, 1)
        self.fc_std = nn.Linear(16, 1)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        mu, std = self.fc_mu(x), F.softplus(self.fc_std(x))
        dist = Normal(mu, std)
        x_t = dist.rsample()
        action = torch.tanh(x_t)
        log_prob = dist.log_prob(x_t) - torch.log(1 - action.pow(2) + 1e-7)
        return action, log_prob


actor = Actor()
actor_optimizer = optim.Adam(actor.parameters(), lr=1e-3)
target_entropy = -1.0
log_alpha = torch.zeros(1, requires_grad=True)
alpha = log_alpha.exp().item()
a_optimizer = optim.Adam([log_alpha], lr=1e-2)
rng = np.random.RandomState(0)

for step in range(4):
    obs = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
    pi, log_pi = actor(obs)
    actor_loss = (alpha * log_pi - pi).mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()

    with torch.no_grad():
        _, log_pi = actor(obs)
    alpha_loss = (-log_alpha.exp() * (log_pi + target_entropy)).mean()
    a_optimizer.zero_grad()
    alpha_loss.backward()
    a_optimizer.step()
    alpha = log_alpha.exp().item()
    print(step, actor_loss.item(), alpha_loss.item(), alpha)
# output
"""Soft actor-critic's temperature: a tensor of one number that is optimised."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Normal, TorchModel, from_array, one_op


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc1 = Linear(3, 16)
        self.fc_mu = Linear(16, 1)
        self.fc_std = Linear(16, 1)

    def call(self, x):
        x = tf.nn.relu(self.fc1(x))
        mu, std = self.fc_mu(x), tf.nn.softplus(self.fc_std(x))
        dist = Normal(mu, std)
        x_t = dist.rsample()
        action = tf.tanh(x_t)
        log_prob = dist.log_prob(x_t) - tf.math.log(1 - tf.square(action) + 1e-7)
        return action, log_prob


actor = Actor()
actor_optimizer = Adam(actor.trainable_variables, lr=1e-3)
target_entropy = -1.0
log_alpha = keras.Variable(tf.zeros([1]))
alpha = tf.exp(log_alpha).numpy().item()
a_optimizer = Adam([log_alpha], lr=1e-2)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(alpha, obs):
    with tf.GradientTape() as tape:
        pi, log_pi = actor(obs)
        actor_loss = tf.reduce_mean(alpha * log_pi - pi)
    grads = tape.gradient(actor_loss, actor_optimizer.params)
    actor_optimizer.apply(grads)

    _, log_pi = actor(obs)
    with tf.GradientTape() as tape:
        alpha_loss = tf.reduce_mean(-tf.exp(log_alpha) * (log_pi + target_entropy))
    grads = tape.gradient(alpha_loss, a_optimizer.params)
    a_optimizer.apply(grads)
    return actor_loss, alpha_loss


for step in range(4):
    obs = from_array(rng.randn(8, 3), tf.float32)
    actor_loss, alpha_loss = train_body(tf.convert_to_tensor(alpha, tf.float32), obs)
    alpha = tf.exp(log_alpha).numpy().item()
    print(step, actor_loss.numpy().item(), alpha_loss.numpy().item(), alpha)
