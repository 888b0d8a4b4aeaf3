"""DQN on four frames of 84 x 84: the original of the benchmark."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class QNetwork(nn.Module):
    def __init__(self, n_actions):
        super().__init__()
        self.network = nn.Sequential(
            nn.Conv2d(4, 32, 8, stride=4),
            nn.ReLU(),
            nn.Conv2d(32, 64, 4, stride=2),
            nn.ReLU(),
            nn.Conv2d(64, 64, 3, stride=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(3136, 512),
            nn.ReLU(),
            nn.Linear(512, n_actions),
        )

    def forward(self, x):
        return self.network(x / 255.0)


class Agent:
    def __init__(self, n_actions=6, gamma=0.99):
        self.gamma = gamma
        self.q = QNetwork(n_actions)
        self.target = copy.deepcopy(self.q)
        self.optimizer = optim.Adam(self.q.parameters(), lr=1e-4)

    def act(self, obs):
        with torch.no_grad():
            return self.q(torch.as_tensor(obs).unsqueeze(0)).argmax(1).item()

    def update(self, obs, actions, rewards, next_obs, dones):
        obs = torch.as_tensor(obs)
        actions = torch.as_tensor(actions)
        rewards = torch.as_tensor(rewards)
        next_obs = torch.as_tensor(next_obs)
        dones = torch.as_tensor(dones)
        with torch.no_grad():
            best, _ = self.target(next_obs).max(dim=1)
            td_target = rewards + self.gamma * best * (1 - dones)
        value = self.q(obs).gather(1, actions.unsqueeze(1)).squeeze(1)
        loss = F.mse_loss(value, td_target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def batch(rng, size):
    return (
        rng.integers(0, 256, (size, 4, 84, 84), np.uint8),
        rng.integers(0, 6, size),
        rng.standard_normal(size).astype(np.float32),
        rng.integers(0, 256, (size, 4, 84, 84), np.uint8),
        (rng.random(size) < 0.05).astype(np.float32),
    )
