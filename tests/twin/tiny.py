"""A small original for the harness's own tests: Q-learning without target in the loss, noisy."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class ReplayBuffer:
    def __init__(self, state_dim, action_dim, capacity):
        self.rows = []

    def add(self, *transition):
        self.rows.append(np.hstack(transition))

    def sample(self, batch_size):
        rows = np.array(self.rows)[np.random.randint(0, len(self.rows), size=batch_size)]
        return torch.FloatTensor(rows)


class Agent:
    def __init__(self, state_dim, action_dim, tau=0.005):
        self.critic = nn.Sequential(
            nn.Linear(state_dim + action_dim, 8), nn.ReLU(), nn.Linear(8, 1)
        )
        self.critic_target = copy.deepcopy(self.critic)
        self.optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)
        self.tau = tau

    def train(self, buffer, batch_size):
        batch = buffer.sample(batch_size)
        now, reward, then = batch[:, :4], batch[:, 4:5], batch[:, 5:8]
        noise = 0.1 * torch.randn_like(batch[:, 8:])
        after = torch.cat([then, noise], 1)
        target = (reward + 0.9 * torch.min(self.critic(after), self.critic_target(after))).detach()
        loss = F.mse_loss(self.critic(now), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        for p, t in zip(self.critic.parameters(), self.critic_target.parameters()):
            t.data.copy_(self.tau * p.data + (1 - self.tau) * t.data)
