import torch
import torch.nn as nn
import torch.nn.functional as F
from base import CriticBase


def scale(x, n):
    return x.sum() / n + x.size(0) ** 0.5


class Flat(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 2)
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        n = x.size(0)
        y = torch.tanh(self.fc(x.view(n, -1)))
        return y * (1.0 + 0.1 * n) + scale(x, len(x)) * 0.01


class _Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 2)
        self.bn = nn.BatchNorm1d(2)
        for p in self.fc.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        return self.bn(self.fc(x.flatten(1)))


class One(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = Flat()


class Two(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = _Normed()


class AgentOne:
    def __init__(self):
        self.cri = One()
        self.opt = torch.optim.SGD(self.cri.parameters(), lr=0.1)

    def learn(self, length):
        states, rewards = [], []
        i, done = 0, False
        while not done:
            states.append([[0.1 * i, 0.2, 0.3], [0.4, 0.5, 0.1 * length]])
            rewards.append(1.0)
            i += 1
            done = i >= length
        x, y = torch.tensor(states), torch.tensor(rewards)
        loss = F.mse_loss(self.cri(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
