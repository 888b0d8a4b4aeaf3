"""SAC with a learned temperature: the original of the benchmark."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

LOG_STD_MAX = 2
LOG_STD_MIN = -5


class SoftQNetwork(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.fc1 = nn.Linear(obs_dim + act_dim, 256)
        self.fc2 = nn.Linear(256, 256)
        self.fc3 = nn.Linear(256, 1)

    def forward(self, x, a):
        x = torch.cat([x, a], 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


class Actor(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.fc1 = nn.Linear(obs_dim, 256)
        self.fc2 = nn.Linear(256, 256)
        self.fc_mean = nn.Linear(256, act_dim)
        self.fc_logstd = nn.Linear(256, act_dim)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        mean = self.fc_mean(x)
        log_std = torch.tanh(self.fc_logstd(x))
        log_std = LOG_STD_MIN + 0.5 * (LOG_STD_MAX - LOG_STD_MIN) * (log_std + 1)
        return mean, log_std

    def get_action(self, x):
        mean, log_std = self(x)
        normal = torch.distributions.Normal(mean, log_std.exp())
        x_t = normal.rsample()
        action = torch.tanh(x_t)
        log_prob = normal.log_prob(x_t)
        log_prob -= torch.log(1 - action.pow(2) + 1e-6)
        return action, log_prob.sum(1, keepdim=True)


class Agent:
    def __init__(self, obs_dim=17, act_dim=6, gamma=0.99, tau=0.005):
        self.gamma, self.tau = gamma, tau
        self.actor = Actor(obs_dim, act_dim)
        self.qf1 = SoftQNetwork(obs_dim, act_dim)
        self.qf2 = SoftQNetwork(obs_dim, act_dim)
        self.qf1_target = copy.deepcopy(self.qf1)
        self.qf2_target = copy.deepcopy(self.qf2)
        q_params = list(self.qf1.parameters()) + list(self.qf2.parameters())
        self.q_optimizer = optim.Adam(q_params, lr=1e-3)
        self.actor_optimizer = optim.Adam(self.actor.parameters(), lr=3e-4)
        self.target_entropy = -float(act_dim)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.a_optimizer = optim.Adam([self.log_alpha], lr=1e-3)

    def update(self, obs, actions, rewards, next_obs, dones):
        obs = torch.as_tensor(obs)
        actions = torch.as_tensor(actions)
        rewards = torch.as_tensor(rewards)
        next_obs = torch.as_tensor(next_obs)
        dones = torch.as_tensor(dones)

        with torch.no_grad():
            next_actions, next_log_pi = self.actor.get_action(next_obs)
            qf1_next = self.qf1_target(next_obs, next_actions)
            qf2_next = self.qf2_target(next_obs, next_actions)
            alpha = self.log_alpha.exp()
            min_qf_next = torch.min(qf1_next, qf2_next) - alpha * next_log_pi
            next_q_value = rewards + (1 - dones) * self.gamma * min_qf_next.view(-1)

        qf1_values = self.qf1(obs, actions).view(-1)
        qf2_values = self.qf2(obs, actions).view(-1)
        qf_loss = F.mse_loss(qf1_values, next_q_value) + F.mse_loss(qf2_values, next_q_value)
        self.q_optimizer.zero_grad()
        qf_loss.backward()
        self.q_optimizer.step()

        pi, log_pi = self.actor.get_action(obs)
        min_qf_pi = torch.min(self.qf1(obs, pi), self.qf2(obs, pi))
        actor_loss = (self.log_alpha.exp().detach() * log_pi - min_qf_pi).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()

        alpha_loss = (-self.log_alpha.exp() * (log_pi.detach() + self.target_entropy)).mean()
        self.a_optimizer.zero_grad()
        alpha_loss.backward()
        self.a_optimizer.step()

        for param, target in zip(self.qf1.parameters(), self.qf1_target.parameters()):
            target.data.copy_(self.tau * param.data + (1 - self.tau) * target.data)
        for param, target in zip(self.qf2.parameters(), self.qf2_target.parameters()):
            target.data.copy_(self.tau * param.data + (1 - self.tau) * target.data)
        return qf_loss.item(), actor_loss.item(), alpha_loss.item()


def batch(rng, size):
    return (
        rng.standard_normal((size, 17)).astype(np.float32),
        rng.uniform(-1, 1, (size, 6)).astype(np.float32),
        rng.standard_normal(size).astype(np.float32),
        rng.standard_normal((size, 17)).astype(np.float32),
        (rng.random(size) < 0.05).astype(np.float32),
    )
