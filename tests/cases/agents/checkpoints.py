"""A checkpoint in the middle: network and optimizer go on where they were."""

import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.critic = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def train(self, state, target):
        loss = F.mse_loss(self.critic(state), target)
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        return loss.item()

    def save(self, filename):
        torch.save(self.critic.state_dict(), filename + "_critic")
        torch.save(self.critic_optimizer.state_dict(), filename + "_critic_optimizer")

    def load(self, filename):
        self.critic.load_state_dict(torch.load(filename + "_critic"))
        self.critic_optimizer.load_state_dict(torch.load(filename + "_critic_optimizer"))


agent = Agent()
rng = np.random.RandomState(0)
filename = os.path.join(tempfile.mkdtemp(), "agent")
for step in range(6):
    state = torch.FloatTensor(rng.randn(8, 3))
    target = torch.FloatTensor(rng.rand(8, 1))
    print(step, agent.train(state, target))
    if step == 2:
        agent.save(filename)
    if step == 4:
        agent.load(filename)
# output
"""A checkpoint in the middle: network and optimizer go on where they were."""

import os
import tempfile

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, one_op


class Agent:
    def __init__(self):
        self.critic = Sequential(Linear(3, 16), keras.layers.ReLU(), Linear(16, 1))
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)

    def train(self, state, target):
        loss = self._train_body(state, target)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _train_body(self, state, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.critic(state) - target))
        grads = tape.gradient(loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)
        return loss

    def save(self, filename):
        tf.train.Checkpoint(self.critic).write(filename + "_critic")
        tf.train.Checkpoint(self.critic_optimizer).write(filename + "_critic_optimizer")

    def load(self, filename):
        tf.train.Checkpoint(self.critic).read(filename + "_critic").assert_consumed()
        tf.train.Checkpoint(self.critic_optimizer).read(
            filename + "_critic_optimizer"
        ).assert_consumed()


agent = Agent()
rng = np.random.RandomState(0)
filename = os.path.join(tempfile.mkdtemp(), "agent")
for step in range(6):
    state = from_array(rng.randn(8, 3), tf.float32)
    target = from_array(rng.rand(8, 1), tf.float32)
    print(step, agent.train(state, target))
    if step == 2:
        agent.save(filename)
    if step == 4:
        agent.load(filename)
# findings
# agents/checkpoints.py:25:9: N402 note the file is a TensorFlow checkpoint (also at line 26, 29, 30)
