"""Batches are slices of a rollout; the critic's weights are held small; a coefficient is annealed."""

import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(3, 1)
        self.sigma = nn.Linear(3, 1)

    def get_dist(self, state):
        return Normal(torch.tanh(self.mu(state)), F.softplus(self.sigma(state)) + 0.1)


class Agent:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)
        self.actor = Actor().to(self.dvc)
        self.critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1)).to(self.dvc)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def train(self, s, a, td_target):
        self.entropy_coef *= self.entropy_coef_decay
        with torch.no_grad():
            adv = td_target - self.critic(s)
            old = self.actor.get_dist(s).log_prob(a)

        for i in range(2):
            rows = slice(i * self.batch_size, min((i + 1) * self.batch_size, s.shape[0]))
            dist = self.actor.get_dist(s[rows])
            ratio = torch.exp(dist.log_prob(a[rows]) - old[rows])
            a_loss = -ratio * adv[rows] - self.entropy_coef * dist.entropy()
            self.actor_optimizer.zero_grad()
            a_loss.mean().backward()
            torch.nn.utils.clip_grad_norm_(self.actor.parameters(), 40)
            self.actor_optimizer.step()

        for i in range(2):
            rows = slice(i * self.batch_size, min((i + 1) * self.batch_size, s.shape[0]))
            c_loss = (self.critic(s[rows]) - td_target[rows]).pow(2).mean()
            for name, param in self.critic.named_parameters():
                if "weight" in name:
                    c_loss += param.pow(2).sum() * self.l2_reg
            self.critic_optimizer.zero_grad()
            c_loss.backward()
            self.critic_optimizer.step()

    def load(self, path):
        self.critic.load_state_dict(torch.load(path, map_location=self.dvc))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dvc", default="cpu")
    parser.add_argument("--batch_size", type=int, default=6)
    parser.add_argument("--l2_reg", type=float, default=1e-3)
    parser.add_argument("--entropy_coef", type=float, default=1e-2)
    parser.add_argument("--entropy_coef_decay", type=float, default=0.9)
    opt = parser.parse_args()
    opt.dvc = torch.device(opt.dvc)
    rng = np.random.RandomState(0)
    agent = Agent(**vars(opt))
    for step in range(3):
        s = torch.as_tensor(rng.randn(12, 3), dtype=torch.float32)
        a = torch.as_tensor(rng.randn(12, 1), dtype=torch.float32)
        td_target = torch.as_tensor(rng.randn(12, 1), dtype=torch.float32)
        agent.train(s, a, td_target)


if __name__ == "__main__":
    main()
# output
"""Batches are slices of a rollout; the critic's weights are held small; a coefficient is annealed."""

import argparse
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
    at,
    clip_grad_norm,
    from_array,
    one_op,
    variables_once,
)


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.mu = Linear(3, 1)
        self.sigma = Linear(3, 1)

    def get_dist(self, state):
        return Normal(tf.tanh(self.mu(state)), tf.nn.softplus(self.sigma(state)) + 0.1)


class Agent:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)
        self.actor = Actor()
        self.critic = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 1))
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-2)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)

    def train(self, s, a, td_target):
        self.entropy_coef *= self.entropy_coef_decay
        adv, old = self._train_forward(s, a, td_target)

        for i in range(2):
            rows = slice(i * self.batch_size, min((i + 1) * self.batch_size, s.shape[0]))
            self._train_body(
                tf.convert_to_tensor(self.entropy_coef, tf.float32),
                at(s)[rows],
                at(a)[rows],
                at(old)[rows],
                at(adv)[rows],
            )

        for i in range(2):
            rows = slice(i * self.batch_size, min((i + 1) * self.batch_size, s.shape[0]))
            self._train_critic(at(s)[rows], at(td_target)[rows])

    @one_op
    @tf.function
    def _train_body(self, entropy_coef, state, a_rows, old_rows, adv_rows):
        with tf.GradientTape() as tape:
            dist = self.actor.get_dist(state)
            ratio = tf.exp(dist.log_prob(a_rows) - old_rows)
            a_loss = -ratio * adv_rows - entropy_coef * dist.entropy()
            loss = tf.reduce_mean(a_loss)
        grads = tape.gradient(loss, self.actor_optimizer.params)
        grads = clip_grad_norm(grads, 40)
        self.actor_optimizer.apply(grads)

    @one_op
    @tf.function
    def _train_critic(self, s_rows, td_target_rows):
        with tf.GradientTape() as tape:
            c_loss = tf.reduce_mean(tf.square(self.critic(s_rows) - td_target_rows))
            for name, param in variables_once(self.critic, True):
                if "weight" in name:
                    c_loss += tf.reduce_sum(tf.square(param)) * self.l2_reg
        self.critic_optimizer.apply(tape.gradient(c_loss, self.critic_optimizer.params))

    @one_op
    @tf.function
    def _train_forward(self, s, a, td_target):
        adv = td_target - self.critic(s)
        old = self.actor.get_dist(s).log_prob(a)
        return adv, old

    def load(self, path):
        tf.train.Checkpoint(self.critic).read(path).assert_consumed()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dvc", default="cpu")
    parser.add_argument("--batch_size", type=int, default=6)
    parser.add_argument("--l2_reg", type=float, default=1e-3)
    parser.add_argument("--entropy_coef", type=float, default=1e-2)
    parser.add_argument("--entropy_coef_decay", type=float, default=0.9)
    opt = parser.parse_args()
    rng = np.random.RandomState(0)
    agent = Agent(**vars(opt))
    for step in range(3):
        s = from_array(rng.randn(12, 3), tf.float32)
        a = from_array(rng.randn(12, 1), tf.float32)
        td_target = from_array(rng.randn(12, 1), tf.float32)
        agent.train(s, a, td_target)


if __name__ == "__main__":
    main()
# findings
# agents/slices_of_rollout.py:57:9: N402 note the file is a TensorFlow checkpoint
# agents/slices_of_rollout.py:62:5: N402 note nothing reads dvc any more: what asked for it has gone
