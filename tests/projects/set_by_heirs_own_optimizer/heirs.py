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


class Mine:
    def __init__(self, params):
        self.params = list(params)
    def zero_grad(self):
        for p in self.params:
            p.grad = None
    def step(self):
        with torch.no_grad():
            for p in self.params:
                p -= 0.1 * p.grad.sign()

class A(AgentBase):
    def __init__(self):
        super().__init__()
        self.net = One(2)
        self.opt = Mine(self.net.parameters())

class B(AgentBase):
    def __init__(self):
        super().__init__()
        self.net = One(2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
AGENTS = [A, B]
