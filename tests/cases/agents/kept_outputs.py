"""Networks keep what they computed last, for the log; a distribution of the program's own."""

import math
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import distributions as pyd


class TanhTransform(pyd.transforms.Transform):
    domain = pyd.constraints.real
    codomain = pyd.constraints.interval(-1.0, 1.0)
    bijective = True
    sign = +1

    def __init__(self):
        super().__init__(cache_size=1)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return 0.5 * (y.log1p() - (-y).log1p())

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class SquashedNormal(pyd.transformed_distribution.TransformedDistribution):
    def __init__(self, loc, scale):
        self.loc = loc
        self.scale = scale
        super().__init__(pyd.Normal(loc, scale), [TanhTransform()])

    @property
    def mean(self):
        mu = self.loc
        for tr in self.transforms:
            mu = tr(mu)
        return mu


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 8)
        self.last = None

    def forward(self, obs):
        h = F.relu(self.fc(obs))
        self.last = h
        return h


class Actor(nn.Module):
    def __init__(self, log_std_bounds):
        super().__init__()
        self.log_std_bounds = log_std_bounds
        self.trunk = nn.Linear(3, 4)
        self.outputs = dict()

    def forward(self, obs):
        mu, log_std = self.trunk(obs).chunk(2, dim=-1)
        log_std_min, log_std_max = self.log_std_bounds
        log_std = log_std_min + 0.5 * (log_std_max - log_std_min) * (torch.tanh(log_std) + 1)
        std = log_std.exp()
        self.outputs["mu"] = mu
        self.outputs["std"] = std
        return SquashedNormal(mu, std)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.q = nn.Linear(10, 1)
        self.outputs = dict()

    def forward(self, obs, action):
        q = self.q(torch.cat([self.encoder(obs), action], dim=-1))
        self.outputs["q"] = q
        return q


class Agent:
    def __init__(self, config):
        self.actor = Actor(config["log_std_bounds"])
        self.critic, self.critic_target = Critic(), Critic()
        self.critic_target.load_state_dict(self.critic.state_dict())
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)
        self.scale = 1.0

    def act(self, obs):
        with torch.no_grad():
            return self.actor(torch.as_tensor(obs, dtype=torch.float32).unsqueeze(0)).mean[0]

    def update(self, obs, action, reward, next_obs):
        next_action = self.actor(next_obs).rsample()
        target = (reward + 0.9 * self.critic_target(next_obs, next_action)).detach()
        critic_loss = F.mse_loss(self.critic(obs, action), target)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        self.log(self.critic.outputs["q"], self.critic.encoder.last)

        dist = self.actor(obs)
        action = dist.rsample()
        log_prob = dist.log_prob(action).sum(-1, keepdim=True)
        actor_loss = (0.1 * log_prob - self.critic(obs, action)).mean() * self.scale
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        self.log(self.actor.outputs["std"], self.critic.encoder.last)

    def log(self, first, second):
        """What is kept is seen in the losses from then on."""
        self.scale *= 1.0 + 0.1 * (torch.mean(first).item() + torch.mean(second).item())


def main():
    rng = np.random.RandomState(0)
    bounds = (-5.0, 2.0) if len(sys.argv) < 9 else (-4.0, 1.0)
    agent = Agent(dict(log_std_bounds=bounds))
    for step in range(4):
        batch = [rng.randn(6, 3), rng.uniform(-1, 1, (6, 2)), rng.randn(6, 1), rng.randn(6, 3)]
        agent.update(*(torch.as_tensor(part, dtype=torch.float32) for part in batch))
        agent.act(rng.randn(3))


if __name__ == "__main__":
    main()
# output
"""Networks keep what they computed last, for the log; a distribution of the program's own."""

import math
import os
import sys

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    Normal,
    TorchModel,
    Transform,
    TransformedDistribution,
    chunked,
    from_array,
    one_op,
)


class TanhTransform(Transform):
    domain = "unchecked"
    codomain = (-1.0, 1.0)
    bijective = True
    sign = +1

    def __init__(self):
        super().__init__(cache_size=1)

    def _call(self, x):
        return tf.tanh(x)

    def _inverse(self, y):
        return 0.5 * (tf.math.log1p(y) - tf.math.log1p(-y))

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - tf.nn.softplus(-2.0 * x))


class SquashedNormal(TransformedDistribution):
    def __init__(self, loc, scale):
        self.loc = loc
        self.scale = scale
        super().__init__(Normal(loc, scale), [TanhTransform()])

    @property
    def mean(self):
        mu = self.loc
        for tr in self.transforms:
            mu = tr(mu)
        return mu


class Encoder(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 8)
        self.last = None

    def call(self, obs):
        h = tf.nn.relu(self.fc(obs))
        self.last = h
        return h


class Actor(TorchModel):
    def __init__(self, log_std_bounds):
        super().__init__()
        self.log_std_bounds = log_std_bounds
        self.trunk = Linear(3, 4)
        self.outputs = dict()

    def call(self, obs):
        mu, log_std = chunked(self.trunk(obs), 2, axis=-1)
        log_std_min, log_std_max = self.log_std_bounds
        log_std = log_std_min + 0.5 * (log_std_max - log_std_min) * (tf.tanh(log_std) + 1)
        std = tf.exp(log_std)
        self.outputs["mu"] = mu
        self.outputs["std"] = std
        return SquashedNormal(mu, std)


class Critic(TorchModel):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.q = Linear(10, 1)
        self.outputs = dict()

    def call(self, obs, action):
        q = self.q(tf.concat([self.encoder(obs), action], axis=-1))
        self.outputs["q"] = q
        return q


class Agent:
    def __init__(self, config):
        self.actor = Actor(config["log_std_bounds"])
        self.critic, self.critic_target = Critic(), Critic()
        self.critic_target.set_weights(self.critic.get_weights())
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-3)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-3)
        self.scale = 1.0

    def act(self, obs):
        return tf.stop_gradient(self.actor(from_array(obs[np.newaxis], tf.float32)).mean[0])

    def update(self, obs, action, reward, next_obs):
        (
            self.actor.outputs["mu"],
            self.actor.outputs["std"],
            self.critic_target.encoder.last,
            self.critic_target.outputs["q"],
            self.critic.encoder.last,
            self.critic.outputs["q"],
        ) = self._update_body(obs, action, reward, next_obs)
        self.log(self.critic.outputs["q"], self.critic.encoder.last)
        (
            self.actor.outputs["mu"],
            self.actor.outputs["std"],
            self.critic.encoder.last,
            self.critic.outputs["q"],
        ) = self._update_actor(obs, tf.convert_to_tensor(self.scale, tf.float32))
        self.log(self.actor.outputs["std"], self.critic.encoder.last)

    @one_op
    @tf.function
    def _update_body(self, obs, action, reward, next_obs):
        next_action = self.actor(next_obs).rsample()
        target = tf.stop_gradient(reward + 0.9 * self.critic_target(next_obs, next_action))
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(tf.square(self.critic(obs, action) - target))
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)
        return (
            self.actor.outputs["mu"],
            self.actor.outputs["std"],
            self.critic_target.encoder.last,
            self.critic_target.outputs["q"],
            self.critic.encoder.last,
            self.critic.outputs["q"],
        )

    @one_op
    @tf.function
    def _update_actor(self, obs, scale):
        with tf.GradientTape() as tape:
            dist = self.actor(obs)
            action = dist.rsample()
            log_prob = tf.reduce_sum(dist.log_prob(action), axis=-1, keepdims=True)
            actor_loss = tf.reduce_mean(0.1 * log_prob - self.critic(obs, action)) * scale
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)
        return (
            self.actor.outputs["mu"],
            self.actor.outputs["std"],
            self.critic.encoder.last,
            self.critic.outputs["q"],
        )

    def log(self, first, second):
        """What is kept is seen in the losses from then on."""
        self.scale *= (
            1.0
            + 0.1 * (tf.reduce_mean(first).numpy().item() + tf.reduce_mean(second).numpy().item())
        )


def main():
    rng = np.random.RandomState(0)
    bounds = (-5.0, 2.0) if len(sys.argv) < 9 else (-4.0, 1.0)
    agent = Agent(dict(log_std_bounds=bounds))
    for step in range(4):
        batch = [rng.randn(6, 3), rng.uniform(-1, 1, (6, 2)), rng.randn(6, 1), rng.randn(6, 3)]
        agent.update(*(from_array(part, tf.float32) for part in batch))
        agent.act(rng.randn(3))


if __name__ == "__main__":
    main()
# findings
# agents/kept_outputs.py:99:20: N403 note self.actor is called in eager mode: it returns an object that is no tensor -> pass what changes as an argument, and keep Python's own work out of forward
