import torch
from torch import nn
from torch.distributions import Normal


class Lambda(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(x)


def head(x):
    mean, log_std = torch.chunk(x, 2, dim=1)
    return Normal(mean, torch.exp(log_std))


class Agent:
    def __init__(self, policy):
        self.policy = policy

    def act(self, x):
        d = self.policy(x)
        return d.rsample(), d.entropy().mean(), d.mean


net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), Lambda(head))
nn.init.constant_(net[0].weight, 0.1)
nn.init.constant_(net[0].bias, 0.1)
agent = Agent(net)
a, e, m = agent.act(torch.ones(2, 3))
print(tuple(a.shape), round(e.item(), 4), m.tolist())
