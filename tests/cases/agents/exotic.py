"""Distributions beyond the usual: a multivariate normal, coins, and a divergence."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions import Bernoulli, MultivariateNormal, Normal, kl_divergence


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(4, 2)
        self.coin = nn.Linear(4, 1)

    def forward(self, state):
        return torch.tanh(self.mean(state)), torch.sigmoid(self.coin(state))


policy = Policy()
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
cov_mat = torch.diag(torch.full((2,), 0.36, dtype=torch.float32)).unsqueeze(dim=0)
rng = np.random.RandomState(0)

for step in range(4):
    state = torch.tensor(rng.randn(8, 4), dtype=torch.float32)
    with torch.no_grad():
        old_mean, old_p = policy(state)
        action = MultivariateNormal(old_mean, cov_mat).sample()
        flip = Bernoulli(old_p).sample()

    mean, p = policy(state)
    dist = MultivariateNormal(mean, cov_mat)
    score = dist.log_prob(action) + Bernoulli(p).log_prob(flip).squeeze(-1)
    prior = Normal(torch.zeros_like(mean), torch.ones_like(mean))
    kl = kl_divergence(Normal(mean, torch.full_like(mean, 0.6)), prior).sum(-1)
    loss = (-score + 0.1 * kl).mean() - 0.01 * dist.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""Distributions beyond the usual: a multivariate normal, coins, and a divergence."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Bernoulli,
    Linear,
    MultivariateNormal,
    Normal,
    TorchModel,
    from_array,
    kl_normal,
    one_op,
)


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.mean = Linear(4, 2)
        self.coin = Linear(4, 1)

    def call(self, state):
        return tf.tanh(self.mean(state)), tf.sigmoid(self.coin(state))


policy = Policy()
optimizer = Adam(policy.trainable_variables, lr=1e-2)
cov_mat = tf.expand_dims(tf.linalg.diag(tf.constant(0.36, tf.float32, (2,))), axis=0)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(state):
    old_mean, old_p = policy(state)
    action = MultivariateNormal(old_mean, cov_mat).sample()
    flip = Bernoulli(old_p).sample()

    with tf.GradientTape() as tape:
        mean, p = policy(state)
        dist = MultivariateNormal(mean, cov_mat)
        score = dist.log_prob(action) + tf.squeeze(Bernoulli(p).log_prob(flip), axis=-1)
        prior = Normal(tf.zeros_like(mean), tf.ones_like(mean))
        kl = tf.reduce_sum(kl_normal(Normal(mean, tf.ones_like(mean) * 0.6), prior), axis=-1)
        loss = tf.reduce_mean(-score + 0.1 * kl) - 0.01 * tf.reduce_mean(dist.entropy())
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(4):
    state = from_array(rng.randn(8, 4), tf.float32)
    loss = train_body(state)
    print(step, loss.numpy().item())
