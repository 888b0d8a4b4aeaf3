"""A dict of optimizers; a method that steps with one of them, by its name; detached items of results."""
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F


class Batch(NamedTuple):
    obs: Tensor
    action: Tensor
    reward: Tensor
    next_obs: Tensor


class Ensemble(nn.Module):
    def __init__(self, members, n, m):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(members, n, m) - 0.5)
        self.bias = nn.Parameter(torch.zeros(members, 1, m))

    def forward(self, x):
        return torch.baddbmm(self.bias, x, self.weight)


class Critics(nn.Module):
    def __init__(self, members=2):
        super().__init__()
        self.members = members
        self.parts = nn.ModuleList(Ensemble(members, a, b) for a, b in ((4, 8), (8, 8), (8, 1)))

    def forward(self, obs, action):
        x = torch.cat((obs, action), dim=-1).expand(self.members, -1, -1)
        for part in self.parts[:-1]:
            x = F.silu(part(x))
        return self.parts[-1](x).squeeze(-1)


class Policy(nn.Module):
    LOG_STD = (-5.0, 2.0)

    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 8), nn.SiLU(), nn.Linear(8, 2))

    def forward(self, obs):
        mean, log_std = self.trunk(obs).chunk(2, dim=-1)
        low, high = self.LOG_STD
        log_std = low + 0.5 * (high - low) * (torch.tanh(log_std) + 1)
        return mean, log_std.exp()

    def sample(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        mean, std = self(obs)
        normal = torch.distributions.Normal(mean, std)
        u = normal.rsample()
        log_prob = normal.log_prob(u) - 2.0 * (np.log(2.0) - u - F.softplus(-2.0 * u))
        return torch.tanh(u), log_prob.sum(-1)


class Agent:
    def __init__(self):
        self.policy, self.critics, self.target = Policy(), Critics(), Critics()
        self.target.load_state_dict(self.critics.state_dict())
        self.log_alpha = torch.zeros((), requires_grad=True)
        self.optimizers = {
            "policy": torch.optim.Adam(self.policy.parameters(), lr=1e-2),
            "critics": torch.optim.Adam(self.critics.parameters(), lr=1e-2),
            "alpha": torch.optim.Adam([self.log_alpha], lr=1e-2),
        }

    @property
    def alpha(self) -> Tensor:
        return self.log_alpha.exp()

    def critic_loss(self, batch: Batch) -> Tensor:
        with torch.no_grad():
            action, log_prob = self.policy.sample(batch.next_obs)
            q = self.target(batch.next_obs, action).amin(dim=0)
            y = batch.reward.squeeze(-1) + 0.99 * (q - self.alpha * log_prob)
        return F.mse_loss(self.critics(batch.obs, batch.action), y.expand(2, -1))

    def policy_loss(self, batch: Batch) -> tuple[Tensor, Tensor]:
        action, log_prob = self.policy.sample(batch.obs)
        q = self.critics(batch.obs, action).min(dim=0).values
        return (self.alpha.detach() * log_prob - q).mean(), log_prob.detach()

    def step(self, name: str, loss: Tensor):
        self.optimizers[name].zero_grad(set_to_none=True)
        loss.backward()
        self.optimizers[name].step()

    def update(self, batch: Batch) -> dict[str, float]:
        critic_loss = self.critic_loss(batch)
        self.step("critics", critic_loss)
        policy_loss, log_prob = self.policy_loss(batch)
        self.step("policy", policy_loss)
        alpha_loss = -(self.log_alpha * (log_prob + 1.0)).mean()
        self.step("alpha", alpha_loss)
        with torch.no_grad():
            for p, t in zip(self.critics.parameters(), self.target.parameters()):
                t.lerp_(p, 0.01)
        return {"critic": critic_loss.item(), "policy": policy_loss.item()}


agent = Agent()
for _ in range(5):
    data = (np.random.rand(8, width).astype(np.float32) for width in (3, 1, 1, 3))
    print(agent.update(Batch(*map(torch.from_numpy, data))))
# output
"""A dict of optimizers; a method that steps with one of them, by its name; detached items of results."""
import os
from typing import NamedTuple

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    ModuleList,
    Normal,
    Sequential,
    TorchModel,
    chunked,
    expand,
    from_numpy,
    one_op,
    smallest,
)


class Batch(NamedTuple):
    obs: tf.Tensor
    action: tf.Tensor
    reward: tf.Tensor
    next_obs: tf.Tensor


class Ensemble(TorchModel):
    def __init__(self, members, n, m):
        super().__init__()
        self.weight = keras.Variable(tf.random.uniform([members, n, m]) - 0.5)
        self.bias = keras.Variable(tf.zeros([members, 1, m]))

    def call(self, x):
        return self.bias + tf.matmul(x, self.weight)


class Critics(TorchModel):
    def __init__(self, members=2):
        super().__init__()
        self.members = members
        self.parts = ModuleList(Ensemble(members, a, b) for a, b in ((4, 8), (8, 8), (8, 1)))

    def call(self, obs, action):
        x = expand(tf.concat((obs, action), axis=-1), [self.members, -1, -1])
        for part in self.parts[:-1]:
            x = tf.nn.silu(part(x))
        return tf.squeeze(self.parts[-1](x), axis=-1)


class Policy(TorchModel):
    LOG_STD = (-5.0, 2.0)

    def __init__(self):
        super().__init__()
        self.trunk = Sequential(Linear(3, 8), keras.layers.Activation("silu"), Linear(8, 2))

    def call(self, obs):
        mean, log_std = chunked(self.trunk(obs), 2, axis=-1)
        low, high = self.LOG_STD
        log_std = low + 0.5 * (high - low) * (tf.tanh(log_std) + 1)
        return mean, tf.exp(log_std)

    def sample(self, obs: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        mean, std = self(obs)
        normal = Normal(mean, std)
        u = normal.rsample()
        log_prob = normal.log_prob(u) - 2.0 * (np.log(2.0) - u - tf.nn.softplus(-2.0 * u))
        return tf.tanh(u), tf.reduce_sum(log_prob, axis=-1)


class Agent:
    def __init__(self):
        self.policy, self.critics, self.target = Policy(), Critics(), Critics()
        self.target.set_weights(self.critics.get_weights())
        self.log_alpha = keras.Variable(tf.zeros(()))
        self.optimizers = {
            "policy": Adam(self.policy.trainable_variables, lr=1e-2),
            "critics": Adam(self.critics.trainable_variables, lr=1e-2),
            "alpha": Adam([self.log_alpha], lr=1e-2),
        }

    @property
    def alpha(self) -> tf.Tensor:
        return tf.exp(self.log_alpha)

    def critic_loss(self, batch: Batch) -> tf.Tensor:
        action, log_prob = self.policy.sample(batch.next_obs)
        q = tf.reduce_min(self.target(batch.next_obs, action), axis=0)
        y = tf.stop_gradient(tf.squeeze(batch.reward, axis=-1) + 0.99 * (q - self.alpha * log_prob))
        return tf.reduce_mean(tf.square(self.critics(batch.obs, batch.action) - expand(y, [2, -1])))

    def policy_loss(self, batch: Batch) -> tuple[tf.Tensor, tf.Tensor]:
        action, log_prob = self.policy.sample(batch.obs)
        q = smallest(self.critics(batch.obs, action), axis=0)
        return tf.reduce_mean(tf.stop_gradient(self.alpha) * log_prob - q), tf.stop_gradient(log_prob)

    def step(self, name: str, loss: tf.Tensor, *, tape):
        grads = tape.gradient(loss, self.optimizers[name].params)
        self.optimizers[name].apply(grads)

    def update(self, batch: Batch) -> dict[str, float]:
        critic_loss, policy_loss = self._update_body(batch)
        return {"critic": critic_loss.numpy().item(), "policy": policy_loss.numpy().item()}

    @one_op
    @tf.function
    def _update_body(self, batch):
        with tf.GradientTape() as tape:
            critic_loss = self.critic_loss(batch)
        self.step("critics", critic_loss, tape=tape)
        with tf.GradientTape() as tape:
            policy_loss, log_prob = self.policy_loss(batch)
        self.step("policy", policy_loss, tape=tape)
        with tf.GradientTape() as tape:
            alpha_loss = -tf.reduce_mean(self.log_alpha * (log_prob + 1.0))
        self.step("alpha", alpha_loss, tape=tape)
        for p, t in zip(self.critics.trainable_variables, self.target.trainable_variables):
            t.assign(t + 0.01 * (p - t))
        return critic_loss, policy_loss


agent = Agent()
for _ in range(5):
    data = (np.random.rand(8, width).astype(np.float32) for width in (3, 1, 1, 3))
    print(agent.update(Batch(*map(from_numpy, data))))
# findings
# agents/optimizers_by_name.py:88:5: N402 note its callers open the tape and hand it over: tape=tape
