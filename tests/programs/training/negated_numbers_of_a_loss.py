"""Numbers beside a loss, with a sign: of floats, of counts, of truths; used once, or twice."""
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 2)
        nn.init.constant_(self.net.weight, 0.25)
        nn.init.constant_(self.net.bias, 0.125)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.seen = []

    def _loss(self, x):
        out = torch.tanh(self.net(x))
        spread = out.max(0).values.mean().item()
        entropy = -out.mean().item()
        return out.pow(2).mean(), entropy, spread

    def update(self, x):
        loss, entropy, spread = self._loss(x)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 5), round(entropy, 5), round(spread, 5)

    def _counted(self, x):
        out = torch.tanh(self.net(x))
        below = -(out < 0.1).sum().item()
        some = -(out < 0.1).any().item()
        return out.pow(2).mean(), below, some

    def count(self, x):
        loss, below, some = self._counted(x)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 5), below, some

    def _kept(self, x):
        out = torch.tanh(self.net(x))
        entropy = -out.mean().item()
        self.seen.append(entropy)
        return out.pow(2).mean(), entropy

    def keep(self, x):
        loss, entropy = self._kept(x)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 5), round(entropy, 5)

    def _as_info(self, x):
        out = torch.tanh(self.net(x))
        loss = out.pow(2).mean()
        return loss, {"entropy": -out.mean().item(), "loss": loss.item()}

    def inform(self, x):
        loss, info = self._as_info(x)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return {key: round(value, 5) for key, value in info.items()}


agent = Agent()
x = torch.tensor([[0.1, 0.2, -0.3], [0.4, -0.5, 0.6]])
for _ in range(3):
    print(agent.update(x))
    print(agent.count(x))
    print(agent.keep(x), round(agent.seen[-1], 5))
    print(agent.inform(x))
