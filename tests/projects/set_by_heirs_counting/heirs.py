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


class Counting(One):
    def __init__(self, k):
        super().__init__(k)
        self.calls = 0
    def forward(self, x):
        self.calls += 1
        return super().forward(x) * self.calls

class A(AgentBase):
    def __init__(self):
        super().__init__()
        self.net = One(2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

class B(AgentBase):
    def __init__(self):
        super().__init__()
        self.net = Counting(2)
        self.opt = torch.optim.Adam(self.net.parameters(), lr=0.1)
AGENTS = [A, B]
