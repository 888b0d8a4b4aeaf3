"""Of what a policy returns, the deviation is a view of weights; what outlives the step is the rest of it."""

import math

import torch
from torch import nn


class ActorCritic(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.fc1 = nn.Linear(inputs, 8)
        self.fc2 = nn.Linear(8, outputs)
        self.critic = nn.Linear(inputs, 1)
        self.actor_logstd = nn.Parameter(torch.zeros(1, outputs))
        for i, p in enumerate(self.parameters()):
            p.data.copy_(torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))

    def forward(self, states):
        action_mean, action_logstd = self._forward_actor(states)
        return action_mean, action_logstd.squeeze(0), self.critic(states)

    def _forward_actor(self, states):
        action_mean = self.fc2(torch.tanh(self.fc1(states)))
        action_logstd = self.actor_logstd.expand_as(action_mean)
        return action_mean, action_logstd

    @staticmethod
    def _normal_logproba(x, mean, logstd, std=None):
        if std is None:
            std = torch.exp(logstd)
        std_sq = std.pow(2)
        logproba = -0.5 * math.log(2 * math.pi) - logstd - (x - mean).pow(2) / (2 * std_sq)
        return logproba.sum(1)

    def get_logproba(self, states, actions):
        action_mean, action_logstd = self._forward_actor(states)
        return self._normal_logproba(actions, action_mean, action_logstd)


network = ActorCritic(3, 2)
optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
states, actions = torch.linspace(-1.0, 1.0, 12).view(4, 3), torch.linspace(-0.5, 0.7, 8).view(4, 2)
with torch.no_grad():
    mean, logstd, value = network(states)
    old = network._normal_logproba(actions, mean, logstd)
kept = []
for i in range(3):
    mean, logstd, value = network(states)
    old = network._normal_logproba(actions, mean, logstd).detach()
    kept.append(value)
    newlogproba = network.get_logproba(states, actions)
    values = network.critic(states).flatten()
    loss = -torch.exp(newlogproba - old).mean() + (values - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), network.actor_logstd.sum().item())
print(sum(value.sum().item() for value in kept))
