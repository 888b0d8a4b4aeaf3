import torch
import torch.nn as nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.net = nn.Linear(2, 3)
        self.kind = kind
        if kind == "scalar":
            self.std = nn.Parameter(0.5 * torch.ones(3))
        else:
            self.log_std = nn.Parameter(torch.zeros(3))
        self.distribution = None

    @property
    def action_std(self):
        return self.distribution.stddev

    @property
    def entropy(self):
        return self.distribution.entropy().sum(-1)

    def update(self, x):
        mean = self.net(x)
        if self.kind == "scalar":
            std = self.std.expand_as(mean)
        else:
            std = torch.exp(self.log_std).expand_as(mean)
        self.distribution = Normal(mean, std)

    def act(self, x):
        self.update(x)
        return self.distribution.sample()

    def log_prob(self, actions):
        return self.distribution.log_prob(actions).sum(-1)


x = torch.linspace(-1, 1, 8).reshape(4, 2)
actions = torch.linspace(-0.5, 1.5, 12).reshape(4, 3)
for kind in ("scalar", "log"):
    actor = Actor(kind)
    nn.init.constant_(actor.net.weight, 0.3)
    nn.init.constant_(actor.net.bias, 0.1)
    optimizer = torch.optim.SGD(actor.parameters(), lr=0.05)
    print(actor.act(x).shape[0], actor.action_std.sum().item())
    for _ in range(3):
        actor.act(x)
        before = actor.action_std.mean().item()
        loss = -(actor.log_prob(actions) * torch.tensor([1.0, -0.5, 0.2, 0.4])).mean()
        loss = loss - 0.01 * actor.entropy.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), before, actor.action_std.mean().item(), actor.distribution.mean.sum().item())
        print(actor.log_prob(actions).sum().item(), actor.distribution.variance[1].sum().item())
