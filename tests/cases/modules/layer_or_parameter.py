import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, use_sac=False):
        super().__init__()
        self.use_sac = use_sac
        self.mean = nn.Linear(3, 2)
        if self.use_sac:
            self.log_std = nn.Linear(3, 2)
        else:
            self.log_std = nn.Parameter(torch.zeros(1, 2))

    def forward(self, x):
        mean = self.mean(x)
        if self.use_sac:
            log_std = torch.clamp(self.log_std(x), -2, 1)
        else:
            log_std = self.log_std.expand_as(mean)
        return Normal(mean, torch.exp(log_std))


def step(policy: Policy, optimizer: torch.optim.Adam, states, actions, advantages):
    loss = -(policy(states).log_prob(actions) * advantages).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, Normal, TorchModel, one_op


class Policy(TorchModel):
    def __init__(self, use_sac=False):
        super().__init__()
        self.use_sac = use_sac
        self.mean = Linear(3, 2)
        if self.use_sac:
            self.log_std = Linear(3, 2)
        else:
            self.log_std = keras.Variable(tf.zeros([1, 2]))

    def call(self, x):
        mean = self.mean(x)
        if self.use_sac:
            log_std = tf.clip_by_value(self.log_std(x), -2, 1)
        else:
            log_std = tf.broadcast_to(self.log_std, tf.shape(mean))
        return Normal(mean, tf.exp(log_std))


@one_op
@tf.function
def step_body(policy, optimizer, states, actions, advantages):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(policy(states).log_prob(actions) * advantages)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


def step(policy: Policy, optimizer: Adam, states, actions, advantages):
    loss = step_body(policy, optimizer, states, actions, advantages)
    return loss.numpy().item()
