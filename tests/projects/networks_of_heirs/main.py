import torch
import torch.nn as nn
from base import Asking, Composed, Given, Making, Naming, Net, Setting, Whole


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


class CountingNet(Net):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return torch.tanh(self.fc(x)) * self.calls


class CountingWhole(Whole):
    def __init__(self):
        super().__init__()
        self.part = Counting()


class OtherSetting(Setting):
    def __init__(self):
        super().__init__()
        self.net = Counting()
        self.begin()


class OtherMaking(Making):
    def make(self):
        return Counting()


class OtherNaming(Naming):
    net_class = Counting


class OtherAsking(Asking):
    def __init__(self):
        self.net_class = Counting
        super().__init__()


def make(agent, name):
    return agent(globals()[name]())


x = torch.arange(12.0).reshape(4, 3) / 10
agents = [
    make(Given, "Net"),
    make(Given, "CountingNet"),
    make(Composed, "Whole"),
    make(Composed, "CountingWhole"),
    Setting(),
    OtherSetting(),
    Making(),
    OtherMaking(),
    Naming(),
    OtherNaming(),
    Asking(),
    OtherAsking(),
]
for agent in agents:
    for _ in range(3):
        print(agent.update(x, torch.ones(4, 2)))
for agent in (Setting(), OtherSetting()):
    print([round(agent.act(x).sum().item(), 5) for _ in range(3)])
