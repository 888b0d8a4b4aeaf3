import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import distributions as pyd


class TanhTransform(pyd.transforms.Transform):
    domain = pyd.constraints.real
    codomain = pyd.constraints.interval(-1.0, 1.0)
    bijective = True
    sign = +1

    def __init__(self, cache_size=1):
        super().__init__(cache_size=cache_size)

    @staticmethod
    def atanh(x):
        return 0.5 * (x.log1p() - (-x).log1p())

    def __eq__(self, other):
        return isinstance(other, TanhTransform)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        # We do not clamp to the boundary here as it may degrade the performance of certain algorithms.
        # one should use `cache_size=1` instead
        return self.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2. * (math.log(2.) - x - F.softplus(-2. * x))


class SquashedNormal(pyd.transformed_distribution.TransformedDistribution):
    def __init__(self, loc, scale):
        self.loc = loc
        self.scale = scale

        self.base_dist = pyd.Normal(loc, scale)
        transforms = [TanhTransform()]
        super().__init__(self.base_dist, transforms)

    @property
    def mean(self):
        mu = self.loc
        for tr in self.transforms:
            mu = tr(mu)
        return mu


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 4)

    def forward(self, obs):
        mu, log_std = self.trunk(obs).chunk(2, dim=-1)
        log_std = torch.tanh(log_std)
        std = log_std.exp()
        return SquashedNormal(mu, std)


actor = Actor()
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)


def act(obs, sample):
    dist = actor(obs)
    action = dist.sample() if sample else dist.mean
    return action.clamp(-1, 1)


def update(obs):
    dist = actor(obs)
    action = dist.rsample()
    log_prob = dist.log_prob(action).sum(-1, keepdim=True)
    loss = log_prob.mean() - action.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


# output
import math
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    Normal,
    TorchModel,
    Transform,
    TransformedDistribution,
    chunked,
    one_op,
)


class TanhTransform(Transform):
    domain = "unchecked"
    codomain = (-1.0, 1.0)
    bijective = True
    sign = +1

    def __init__(self, cache_size=1):
        super().__init__(cache_size=cache_size)

    @staticmethod
    def atanh(x):
        return 0.5 * (tf.math.log1p(x) - tf.math.log1p(-x))

    def __eq__(self, other):
        return isinstance(other, TanhTransform)

    def _call(self, x):
        return tf.tanh(x)

    def _inverse(self, y):
        # We do not clamp to the boundary here as it may degrade the performance of certain algorithms.
        # one should use `cache_size=1` instead
        return self.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2. * (math.log(2.) - x - tf.nn.softplus(-2. * x))


class SquashedNormal(TransformedDistribution):
    def __init__(self, loc, scale):
        self.loc = loc
        self.scale = scale

        self.base_dist = Normal(loc, scale)
        transforms = [TanhTransform()]
        super().__init__(self.base_dist, transforms)

    @property
    def mean(self):
        mu = self.loc
        for tr in self.transforms:
            mu = tr(mu)
        return mu


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.trunk = Linear(3, 4)

    def call(self, obs):
        mu, log_std = chunked(self.trunk(obs), 2, axis=-1)
        log_std = tf.tanh(log_std)
        std = tf.exp(log_std)
        return SquashedNormal(mu, std)


actor = Actor()
optimizer = Adam(actor.trainable_variables, lr=1e-3)


def act(obs, sample):
    dist = actor(obs)
    action = dist.sample() if sample else dist.mean
    return tf.clip_by_value(action, -1, 1)


@one_op
@tf.function
def update_body(obs):
    with tf.GradientTape() as tape:
        dist = actor(obs)
        action = dist.rsample()
        log_prob = tf.reduce_sum(dist.log_prob(action), axis=-1, keepdims=True)
        loss = tf.reduce_mean(log_prob) - tf.reduce_mean(tf.square(action))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


def update(obs):
    loss = update_body(obs)
    return loss.numpy().item()


# findings
# distributions/squashed.py:71:12: N403 note actor is called in eager mode: it returns an object that is no tensor -> pass what changes as an argument, and keep Python's own work out of forward
