"""`self.alpha` is set in a branch between two updates, and read behind it, here and elsewhere."""

import torch
from torch import nn


def network(inputs, outputs, scale):
    net = nn.Sequential(nn.Linear(inputs, 4), nn.Tanh(), nn.Linear(4, outputs))
    for i, p in enumerate(net.parameters()):
        p.data.copy_(scale * torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))
    return net


class Agent:
    def __init__(self):
        self.policy = network(3, 2, 1.0)
        self.critic = network(5, 1, 0.7)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=0.1)
        self.optimizer = torch.optim.Adam(self.critic.parameters(), lr=0.1)
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.1)

    def log_prob(self, action):
        return -action.pow(2).sum(1, keepdim=True)

    def update(self, states, goals, tuned):
        action = torch.tanh(self.policy(states))
        log_prob = self.log_prob(action)
        if tuned is True:
            alpha_loss = -(self.log_alpha * (log_prob + 2).detach()).mean()
            self.alpha_optimizer.zero_grad()
            alpha_loss.backward()
            self.alpha_optimizer.step()
            self.alpha = self.log_alpha.exp()
        else:
            self.alpha = 0.5
            alpha_loss = 0

        wanted = goals - self.alpha * log_prob
        value = self.critic(torch.cat([states, action.detach()], 1))
        loss = (value - wanted.detach()).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

        policy_loss = (self.alpha * log_prob - self.critic(torch.cat([states, action], 1))).mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        return policy_loss.item()

    def temperature(self):
        return float(self.alpha) * 2


class Decayed(Agent):
    """Here the branch reads the old one, and so does a method that the branch calls."""

    def __init__(self):
        super().__init__()
        self.alpha = torch.ones(1)

    def half(self):
        return self.alpha.detach() * 0.5

    def update(self, states, goals, tuned):
        value = self.critic(torch.cat([states, self.policy(states).detach()], 1))
        if tuned:
            self.alpha = self.half()
        else:
            self.alpha = self.alpha * 0.9
        loss = (value - goals * self.alpha).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


for agent in (Agent(), Decayed()):
    for i in range(6):
        states = torch.linspace(-1.0, 1.0 + i, 12).view(4, 3)
        print(agent.update(states, states.sum(1, keepdim=True), i % 3 != 2), agent.temperature())
    print([p.sum().item() for p in agent.policy.parameters()])
