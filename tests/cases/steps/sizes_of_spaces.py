# The size comes from a space, of which an unknown function may change something: a size is a number
# all the same, and so is what a shape is made of.
import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.action_dim = action_dim
        self.layer = nn.Linear(state_dim, 2 * action_dim)

    def forward(self, x):
        mean, log_std = torch.split(self.layer(x), self.action_dim, dim=-1)
        return mean + log_std.exp() * torch.ones((x.shape[0], self.action_dim))


def train(make, batches):
    env = make()
    policy = Policy(env.observation_space.shape[0], env.action_space.shape[0])
    optimizer = torch.optim.Adam(policy.parameters())
    for x, y in batches:
        make.report(env, env.observation_space.shape)
        loss = ((policy(torch.as_tensor(x)) - torch.as_tensor(y)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
# output
# The size comes from a space, of which an unknown function may change something: a size is a number
# all the same, and so is what a shape is made of.
import operator
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op, promoted, split, tensor_of


class Policy(TorchModel):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.action_dim = action_dim
        self.layer = Linear(state_dim, 2 * action_dim)

    def call(self, x):
        mean, log_std = split(self.layer(x), self.action_dim, dim=-1)
        return mean + tf.exp(log_std) * tf.ones((keras.ops.shape(x)[0], self.action_dim))


@one_op
@tf.function
def train_body(policy, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(promoted(operator.sub, policy(tensor_of(x)), tensor_of(y)) ** 2)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train(make, batches):
    env = make()
    policy = Policy(env.observation_space.shape[0], env.action_space.shape[0])
    optimizer = Adam(policy.trainable_variables)
    for x, y in batches:
        make.report(env, env.observation_space.shape)
        train_body(policy, optimizer, x, y)
