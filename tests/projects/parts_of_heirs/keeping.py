import torch
import torch.nn as nn
import torch.nn.functional as F
from base import CriticBase


class Keeping(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 2)
        self.last = None
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        y = torch.tanh(self.fc(x.flatten(1)))
        self.last = y
        return y


class Logging(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 2)
        self.outputs = dict()
        self.register_buffer("mean", torch.zeros(2))
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        y = torch.tanh(self.fc(x.flatten(1)))
        for i in range(2):
            self.outputs["out%s" % i] = y
        with torch.no_grad():
            self.mean += y.mean(0)
        return y + self.mean


class One(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = Keeping()


class Two(CriticBase):
    def __init__(self):
        super().__init__()
        self.net = Logging()


class AgentOne:
    def __init__(self):
        self.cri = One()
        self.opt = torch.optim.SGD(self.cri.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.cri(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def kept(self):
        return self.cri.net.last.sum().item()


class AgentTwo:
    def __init__(self):
        self.cri = Two()
        self.opt = torch.optim.SGD(self.cri.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.cri(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def kept(self):
        return self.cri.net.outputs["out1"].sum().item() + self.cri.net.mean.sum().item()
