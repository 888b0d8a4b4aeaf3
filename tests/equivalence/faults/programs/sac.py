"""A Gaussian policy, squashed by tanh, with a learned temperature (Haarnoja et al., 2018)."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.hidden = nn.Linear(state_dim, 16)
        self.mean = nn.Linear(16, action_dim)
        self.log_std = nn.Linear(16, action_dim)

    def forward(self, state):
        x = F.softplus(self.hidden(state))
        return self.mean(x), self.log_std(x).clamp(-5, 2)

    def sample(self, state):
        mean, log_std = self(state)
        noise = torch.randn_like(mean)
        action = torch.tanh(mean + log_std.exp() * noise)
        log_prob = -0.5 * noise.pow(2) - log_std - 0.9189385332046727
        log_prob = log_prob - torch.log(1 - action.pow(2) + 1e-6)
        return action, log_prob.sum(1, keepdim=True)


class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.hidden = nn.Linear(state_dim + action_dim, 16)
        self.out = nn.Linear(16, 1)

    def forward(self, state, action):
        return self.out(F.elu(self.hidden(torch.cat([state, action], 1))))


class SAC:
    def __init__(self, state_dim, action_dim):
        self.actor = Actor(state_dim, action_dim)
        self.critic = Critic(state_dim, action_dim)
        self.critic_target = copy.deepcopy(self.critic)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_optimizer = torch.optim.SGD(
            self.critic.parameters(), lr=0.05, momentum=0.9, nesterov=True
        )
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=0.01)

    def train(self, state, action, reward, next_state):
        state = torch.FloatTensor(state)
        action = torch.FloatTensor(action)
        reward = torch.FloatTensor(reward)
        next_state = torch.FloatTensor(next_state)

        alpha = self.log_alpha.exp().detach()
        with torch.no_grad():
            next_action, next_log_prob = self.actor.sample(next_state)
            next_q = self.critic_target(next_state, next_action) - alpha * next_log_prob
            expected = reward + 0.99 * next_q
        critic_loss = F.huber_loss(self.critic(state, action), expected, delta=0.5)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        new_action, log_prob = self.actor.sample(state)
        actor_loss = (alpha * log_prob - self.critic(state, new_action)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()

        alpha_loss = -(self.log_alpha.exp() * (log_prob.detach() - 2.0)).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()

        for param, target in zip(self.critic.parameters(), self.critic_target.parameters()):
            target.data.copy_(0.05 * param.data + 0.95 * target.data)


def main():
    rng = np.random.default_rng(0)
    agent = SAC(3, 2)
    for _ in range(4):
        agent.train(
            rng.standard_normal((8, 3)),
            rng.uniform(-1, 1, (8, 2)),
            rng.standard_normal((8, 1)),
            rng.standard_normal((8, 3)),
        )


if __name__ == "__main__":
    main()
