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


class Act(One):
    def forward(self, x):
        return torch.sigmoid(self.fc(x))

class A(AgentBase):
    def __init__(self):
        super().__init__()
        self.act, self.cri = Act(3), One(2)
        self.act_opt = torch.optim.Adam(self.act.parameters(), lr=0.05)
        self.cri_opt = torch.optim.Adam(self.cri.parameters(), lr=0.05)
        self.coef = 1.0

class B(A):
    def __init__(self):
        super().__init__()
        self.cri = One(2)
        self.cri.fc.weight.data.fill_(0.3)
        self.cri_opt = torch.optim.SGD(self.cri.parameters(), lr=0.05)
        self.coef = 0.25
AGENTS = [A, B]
