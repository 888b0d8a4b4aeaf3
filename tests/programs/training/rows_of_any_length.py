"""Episodes of any length: what a port asks of its tensors' sizes is asked when the graph runs."""

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Normal


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.data = []
        self.mean = nn.Linear(3, 2)
        self.value = nn.Linear(3, 1)
        self.log_std = nn.Parameter(torch.zeros(2))
        self.optimizer = optim.SGD(self.parameters(), lr=0.05)

    def policy(self, x):
        mean = torch.tanh(self.mean(x))
        return mean, self.log_std.expand_as(mean)

    def put_data(self, transition):
        self.data.append(transition)

    def train_net(self):
        states = torch.tensor([s for s, _, _ in self.data], dtype=torch.float)
        actions = torch.tensor([a for _, a, _ in self.data], dtype=torch.float)
        kinds = torch.tensor([[k] for _, _, k in self.data])
        self.data = []
        mean, log_std = self.policy(states)
        log_prob = Normal(mean, log_std.exp()).log_prob(actions).sum(-1)
        chosen = torch.zeros_like(mean).scatter(1, kinds, 1.0)
        value = self.value(states).view_as(log_prob)
        loss = F.mse_loss(value, log_prob) - (chosen * mean).sum(1).mean() - log_prob.mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
agent = Agent()
with torch.no_grad():
    for number, parameter in enumerate(agent.parameters()):
        parameter.copy_(
            torch.linspace(-0.3, 0.4, parameter.numel()).view_as(parameter) + number * 0.1
        )
for episode in range(4):
    for step in range(3 + 2 * episode):
        agent.put_data(([0.1 * step, 0.3, -0.2 * episode], [0.5, -0.1 * step], step % 2))
    print(round(agent.train_net(), 5))
