"""DQN on a small observation: the original of the benchmark."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class QNetwork(nn.Module):
    def __init__(self, obs_dim, n_actions):
        super().__init__()
        self.network = nn.Sequential(
            nn.Linear(obs_dim, 120),
            nn.ReLU(),
            nn.Linear(120, 84),
            nn.ReLU(),
            nn.Linear(84, n_actions),
        )

    def forward(self, x):
        return self.network(x)


class Agent:
    def __init__(self, obs_dim=8, n_actions=4, gamma=0.99, tau=0.005):
        self.gamma, self.tau = gamma, tau
        self.q = QNetwork(obs_dim, n_actions)
        self.target = copy.deepcopy(self.q)
        self.optimizer = optim.Adam(self.q.parameters(), lr=2.5e-4)

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
            best = self.target(next_obs).max(dim=1)[0]
            td_target = rewards + self.gamma * best * (1 - dones)
        value = self.q(obs).gather(1, actions.unsqueeze(1)).squeeze(1)
        loss = F.mse_loss(value, td_target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        for target, param in zip(self.target.parameters(), self.q.parameters()):
            target.data.copy_(self.tau * param.data + (1.0 - self.tau) * target.data)
        return loss.item()


def batch(rng, size):
    return (
        rng.standard_normal((size, 8)).astype(np.float32),
        rng.integers(0, 4, size),
        rng.standard_normal(size).astype(np.float32),
        rng.standard_normal((size, 8)).astype(np.float32),
        (rng.random(size) < 0.05).astype(np.float32),
    )
