import gymnasium as gym
import numpy as np
import torch


class ReplayBuffer:
    def __init__(self):
        self.rewards = np.zeros(100)

    def sample(self, n):
        return self.rewards[:n]

    def mean(self):
        return self.rewards.mean()


class Agent:
    def __init__(self):
        self.net = torch.nn.Linear(3, 2)

    def train(self, batch):
        return batch.clip(0, 1)

    def act(self, observation):
        return self.net(torch.as_tensor(observation, dtype=torch.float32)).numpy()


env = gym.make("Pendulum-v1")
buffer = ReplayBuffer()
agent = Agent()
state, _ = env.reset()
rewards = np.array([1.0, 2.0])
for _ in range(10):
    action = agent.act(state).clip(-1, 1)
    state, reward, done, truncated, info = env.step(action)
    batch = buffer.sample(4)
    agent.train(batch)
    print(rewards.max(), rewards.mean(), buffer.mean(), (rewards + reward).sum())
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import gymnasium as gym
import numpy as np
import tensorflow as tf
from torch_compat import Linear, from_array, one_op


class ReplayBuffer:
    def __init__(self):
        self.rewards = np.zeros(100)

    def sample(self, n):
        return self.rewards[:n]

    def mean(self):
        return self.rewards.mean()


class Agent:
    def __init__(self):
        self.net = Linear(3, 2)

    def train(self, batch):
        return batch.clip(0, 1)

    def act(self, observation):
        return self._call_net(from_array(observation, tf.float32)).numpy()

    @one_op
    @tf.function
    def _call_net(self, x):
        return self.net(x)


env = gym.make("Pendulum-v1")
buffer = ReplayBuffer()
agent = Agent()
state, _ = env.reset()
rewards = np.array([1.0, 2.0])
for _ in range(10):
    action = agent.act(state).clip(-1, 1)
    state, reward, done, truncated, info = env.step(action)
    batch = buffer.sample(4)
    agent.train(batch)
    print(rewards.max(), rewards.mean(), buffer.mean(), (rewards + reward).sum())
