import numpy as np
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        nn.init.constant_(self.net.weight, 0.5)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.05)
        self.t = 0

    def learn(self, x, a, n):
        self.t += 1
        k = torch.arange(len(x))
        ranks = k + self.t
        w = torch.div(ranks, 2, rounding_mode="floor") + 1
        c = a.cumsum(0) / (k + 1)
        p = a.prod() / 10
        mean = a.float().mean() + (a > 1).sum() / n
        y = (c + p + mean) / w + (ranks ** 2) / 50 + 2 ** (-k.float()) + (k << 1) * 0.1 + (a & 1) * 0.2
        loss = ((self.net(x).squeeze(1) - y) ** 2).sum() / len(x) + a.sum() * 1e-3
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item(), y.sum().item()


agent = Agent()
x = torch.tensor([[1.0, 2.0], [0.5, 1.0], [-1.0, 0.3]])
for k in range(3):
    print(*agent.learn(x, torch.tensor([1, 2, k + 1]), np.int64(3)))
    print(*agent.learn(x, torch.tensor([1, 2, k + 1]), 2))
    print(*agent.learn(x, torch.tensor([1, 2, k + 1]), np.float64(2.5)))
