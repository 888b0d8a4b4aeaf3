"""REINFORCE whose list holds rewards beside probabilities, with a backward for each of them."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.saved = []
        self.fc1 = nn.Linear(4, 16)
        self.fc2 = nn.Linear(16, 2)
        self.optimizer = optim.Adam(self.parameters(), lr=1e-2)

    def forward(self, x):
        return F.softmax(self.fc2(F.relu(self.fc1(x))), dim=0)

    def put_data(self, item):
        self.saved.append(item)

    def train_net(self):
        R = 0
        self.optimizer.zero_grad()
        for r, prob in self.saved[::-1]:
            R = r + 0.98 * R
            loss = -torch.log(prob) * R  # one loss a step
            loss.backward()  # their gradients add up
        self.optimizer.step()
        self.saved = []


def play(world, rng, action):
    state, reward = rng.randn(4), world["reward"][action] + rng.rand()
    return state, reward


def main():
    rng = np.random.RandomState(0)
    world = {"reward": [0.0, 1.0]}
    policy = Policy()
    for episode in range(3):
        s = rng.randn(4)
        for t in range(5):
            prob = policy(torch.from_numpy(s).float())
            m = Categorical(prob)
            a = m.sample()
            s_prime, r = play(world, rng, a.item())
            policy.put_data((r / 10, prob[a]))
            s = s_prime
        policy.train_net()


if __name__ == "__main__":
    main()
# output
"""REINFORCE whose list holds rewards beside probabilities, with a backward for each of them."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, TorchModel, from_array, one_op, taken, vmapped


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.saved = []
        self.fc1 = Linear(4, 16)
        self.fc2 = Linear(16, 2)
        self.optimizer = Adam(self.trainable_variables, lr=1e-2)

    def call(self, x):
        return tf.nn.softmax(self.fc2(tf.nn.relu(self.fc1(x))), axis=0)

    def put_data(self, item):
        self.saved.append(item)

    def _step_loss(self, s_tensor, a, R):
        """One step, computed again from what was kept while acting."""
        prob = self(s_tensor)
        prob = taken(prob, a)
        return -tf.math.log(prob) * R  # one loss a step

    def train_net(self):
        R = 0
        Rs = []
        for r, _, _ in self.saved[::-1]:
            R = r + 0.98 * R
            Rs.append(R)
        Rs = from_array(Rs, tf.float32)
        s_tensor = tf.stack([s_tensor for _, s_tensor, _ in self.saved[::-1]])
        a = tf.stack([a for _, _, a in self.saved[::-1]])
        self._train_net_body(Rs, s_tensor, a)
        self.saved = []

    @one_op
    @tf.function(reduce_retracing=True)
    def _train_net_body(self, Rs, s_tensor, a):
        with tf.GradientTape() as tape:
            loss = vmapped(self._step_loss)(s_tensor, a, Rs)
            loss = tf.reduce_sum(loss)
        # their gradients add up
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)


def play(world, rng, action):
    state, reward = rng.randn(4), world["reward"][action] + rng.rand()
    return state, reward


@one_op
@tf.function
def act(policy, s_tensor):
    prob = policy(s_tensor)
    m = Categorical(prob)
    a = m.sample()
    return a


def main():
    rng = np.random.RandomState(0)
    world = {"reward": [0.0, 1.0]}
    policy = Policy()
    for episode in range(3):
        s = rng.randn(4)
        for t in range(5):
            s_tensor = from_array(s, tf.float32)
            a = act(policy, s_tensor)
            s_prime, r = play(world, rng, a.numpy().item())
            policy.put_data((r / 10, s_tensor, a))
            s = s_prime
        policy.train_net()


if __name__ == "__main__":
    main()
