import torch
import torch.nn as nn
import torch.nn.functional as F
from critics import CriticBase


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.calls = 0
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        self.calls += 1
        return torch.tanh(self.fc(x)) * self.calls


class Plain(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
        for p in self.net.parameters():
            nn.init.constant_(p, 0.1)


class Odd(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = Counting()


class Scaled(Plain):
    def values(self, x):
        return self.net(x) * 2.0


class Agent:
    def __init__(self, cri):
        self.cri = cri
        self.opt = torch.optim.SGD(self.cri.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.cri(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class PlainAgent:
    def __init__(self):
        self.cri = Plain()
        self.opt = torch.optim.SGD(self.cri.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.cri(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
