"""NumPy's numbers of sizes in what is traced; of numbers that change, and of batches that do."""
import numpy as np
import torch
from torch import nn


class Agent:
    def __init__(self, beta):
        self.net = nn.Linear(3, 1)
        nn.init.constant_(self.net.weight, 0.2)
        nn.init.constant_(self.net.bias, 0.1)
        self.beta, self.turn = beta, 1
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def _loss(self, x, beta):
        q = torch.tanh(self.net(x))
        width = x.shape[-1]
        density = np.log(0.5**width)
        std = np.sqrt(beta / 4)
        both = torch.cat([q - density, q * std], dim=1)
        return torch.logsumexp(both, dim=1).mean()

    def _changing(self, x):
        q = torch.tanh(self.net(x))
        rows = x.shape[0]
        rows = rows + 1
        weight = np.sqrt(self.turn)
        return (q * weight).mean() + q.sum() * np.log(rows) / np.sqrt(x.shape[0])

    def update(self, x):
        loss = self._loss(x, self.beta)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 4)

    def change(self, x):
        loss = self._changing(x)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.turn += 1
        return round(loss.item(), 4)


agent = Agent(0.5)
for size in (2, 5, 3, 5):
    x = torch.linspace(-1, 1, size * 3).reshape(size, 3)
    print(agent.update(x), agent.change(x))
pair = (x, x.shape[-1], [1.0])
pair[-1].append(2.0)
last = [x.shape[-1], x.shape[0]]
last.append(7)
print(pair[-2] * 2, len(pair[-1]), sum(pair[-1]), last[-1] / last[-2], (0.5, 3)[-1] // 2)
