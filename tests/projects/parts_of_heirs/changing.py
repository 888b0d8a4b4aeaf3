import torch
import torch.nn as nn
import torch.nn.functional as F
from base import CriticBase


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 2)
        self.scale = 1.0
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        return torch.tanh(self.fc(x.flatten(1))) * self.scale


class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 2)
        for p in self.parameters():
            nn.init.constant_(p, 0.2)

    def forward(self, x):
        return torch.sigmoid(self.fc(x.flatten(1)))


class One(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = Scaled()


class Two(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = Other()

    def swap(self):
        self.net = Scaled()


class Three(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = Other()


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


class ThirdAgent:
    def __init__(self):
        self.cri = Three()
        self.opt = torch.optim.SGD(self.cri.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.cri(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
