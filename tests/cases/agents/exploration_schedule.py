"""A policy whose standard deviation is a tensor that the program replaces from time to time."""

import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, size, std):
        super().__init__()
        self.size = size
        self.mean = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, size))
        self.std = torch.full((size,), std)
        self.noise = torch.zeros(size)

    def set_std(self, std):
        self.std = torch.full((self.size,), std).to("cpu")

    def stir(self, noise):
        self.noise = noise  # the caller's own

    def log_prob(self, state, action):
        mean = self.mean(state)
        return Normal(mean, self.std.expand_as(mean)).log_prob(action).sum(1)


policy = Policy(2, 0.6)
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
rng = np.random.RandomState(0)
std = 0.6
path = os.path.join(tempfile.mkdtemp(), "policy")
torch.save(policy.state_dict(), path)
for step in range(6):
    states = torch.from_numpy(rng.randn(8, 3)).float()
    actions = torch.from_numpy(rng.randn(8, 2)).float()
    returns = torch.from_numpy(rng.randn(8)).float()
    loss = -(policy.log_prob(states, actions) * returns).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 2:
        std = max(std - 0.1, 0.1)
        policy.set_std(std)
        policy.stir(actions[0])
    if step == 3:
        policy.load_state_dict(torch.load(path))  # the weights, not the deviation
    print(step, loss.item(), (policy.std + policy.noise).sum().item())
# output
"""A policy whose standard deviation is a tensor that the program replaces from time to time."""

import os
import tempfile

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
    from_array,
    one_op,
    set_untracked,
)


class Policy(TorchModel):
    def __init__(self, size, std):
        super().__init__()
        self.size = size
        self.mean = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, size))
        set_untracked(self, "std", tf.Variable(tf.fill((size,), std), trainable=False))
        self.noise = tf.zeros([size])

    def set_std(self, std):
        self.std.assign(tf.fill((self.size,), std))

    def stir(self, noise):
        self.noise = noise  # the caller's own

    def log_prob(self, state, action):
        mean = self.mean(state)
        return tf.reduce_sum(
            Normal(mean, tf.broadcast_to(self.std, tf.shape(mean))).log_prob(action), axis=1
        )


policy = Policy(2, 0.6)
optimizer = Adam(policy.trainable_variables, lr=0.01)
rng = np.random.RandomState(0)
std = 0.6
path = os.path.join(tempfile.mkdtemp(), "policy")
tf.train.Checkpoint(policy).write(path)


@one_op
@tf.function
def train_body(states, actions, returns):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(policy.log_prob(states, actions) * returns)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(6):
    states = from_array(rng.randn(8, 3), tf.float32)
    actions = from_array(rng.randn(8, 2), tf.float32)
    returns = from_array(rng.randn(8), tf.float32)
    loss = train_body(states, actions, returns)
    if step % 2:
        std = max(std - 0.1, 0.1)
        policy.set_std(std)
        policy.stir(actions[0])
    if step == 3:
        tf.train.Checkpoint(policy).read(path).assert_consumed()  # the weights, not the deviation
    print(step, loss.numpy().item(), tf.reduce_sum(policy.std + policy.noise).numpy().item())
# findings
# agents/exploration_schedule.py:36:1: N402 note the file is a TensorFlow checkpoint (also at line 50)
