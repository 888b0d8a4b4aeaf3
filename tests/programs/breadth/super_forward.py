# Networks and agents whose methods go on with those of their base class.
import torch
from torch import nn, optim


class Mlp(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, 1)
        nn.init.constant_(self.layer.weight, 0.1)
        nn.init.constant_(self.layer.bias, 0.2)

    def forward(self, x, both=False):
        h = self.layer(x)
        return (h, h.tanh()) if both else h


class Concat(Mlp):
    def forward(self, *inputs, **kwargs):
        return super().forward(torch.cat(inputs, dim=1), **kwargs)


class Base:
    def __init__(self):
        self.q = Concat(5)
        self.optimizer = optim.SGD(self.q.parameters(), lr=0.1)

    def loss(self, s, a):
        return (self.q(s, a) - 1.0).pow(2).mean()


class Agent(Base):
    def loss(self, s, a):
        return super().loss(s, a) + self.q(s, a, both=True)[1].mean()

    def update(self, s, a):
        loss = self.loss(s, a)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent()
s = torch.arange(6.0).view(2, 3) / 6
a = torch.arange(4.0).view(2, 2) / 4
print([round(agent.update(s, a), 4) for _ in range(3)])
