import torch
import torch.nn as nn
from base import AgentBase


class One(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.fc = nn.Linear(3, k)
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        return torch.tanh(self.fc(x))


class Two(One):
    def forward(self, x):
        return torch.sigmoid(self.fc(x)) * 2


class First(AgentBase):
    def __init__(self):
        super().__init__()
        self.net = One(2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)


class Second(AgentBase):
    def __init__(self):
        super().__init__()
        self.net = Two(2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def swap(self):
        self.net = One(2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
