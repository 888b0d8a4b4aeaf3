"""Twin critics, a deterministic policy and soft targets, as in TD3 (Fujimoto et al., 2018)."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.hidden = nn.Linear(state_dim, 16)
        self.out = nn.Linear(16, action_dim)

    def forward(self, state):
        return torch.tanh(self.out(F.relu(self.hidden(state))))


class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.hidden1 = nn.Linear(state_dim + action_dim, 16)
        self.out1 = nn.Linear(16, 1)
        self.hidden2 = nn.Linear(state_dim + action_dim, 16)
        self.out2 = nn.Linear(16, 1)

    def forward(self, state, action):
        x = torch.cat([state, action], 1)
        return self.out1(F.relu(self.hidden1(x))), self.out2(F.relu(self.hidden2(x)))


class TD3:
    def __init__(self, state_dim, action_dim):
        self.actor = Actor(state_dim, action_dim)
        self.actor_target = copy.deepcopy(self.actor)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic = Critic(state_dim, action_dim)
        self.critic_target = copy.deepcopy(self.critic)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=3e-3)
        self.updates = 0

    def train(self, state, action, reward, next_state, done):
        self.updates += 1
        state = torch.FloatTensor(state)
        action = torch.FloatTensor(action)
        reward = torch.FloatTensor(reward)
        next_state = torch.FloatTensor(next_state)
        done = torch.FloatTensor(done)

        with torch.no_grad():
            noise = (torch.randn_like(action) * 0.2).clamp(-0.5, 0.5)
            next_action = (self.actor_target(next_state) + noise).clamp(-1.0, 1.0)
            next_q1, next_q2 = self.critic_target(next_state, next_action)
            next_q = torch.min(next_q1, next_q2)
            target_q = reward + (1 - done) * 0.99 * next_q

        q1, q2 = self.critic(state, action)
        critic_loss = F.mse_loss(q1, target_q) + F.mse_loss(q2, target_q)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        if self.updates % 2 == 0:
            actor_loss = -self.critic(state, self.actor(state))[0].mean()
            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()

            for param, target in zip(self.critic.parameters(), self.critic_target.parameters()):
                target.data.copy_(0.05 * param.data + 0.95 * target.data)
            for param, target in zip(self.actor.parameters(), self.actor_target.parameters()):
                target.data.copy_(0.05 * param.data + 0.95 * target.data)


def main():
    rng = np.random.default_rng(0)
    agent = TD3(3, 2)
    for _ in range(6):
        agent.train(
            rng.standard_normal((8, 3)),
            rng.uniform(-1, 1, (8, 2)),
            rng.standard_normal((8, 1)),
            rng.standard_normal((8, 3)),
            (rng.random((8, 1)) < 0.3).astype(np.float32),
        )


if __name__ == "__main__":
    main()
