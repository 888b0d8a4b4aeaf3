"""Tables that the program changes before their keys name attributes."""
import torch
from torch import nn

TABLE = {"weight": 1.0}
NAMES = ["weight"]
ALIASED = {"weight": 1.0}
GIVEN = {"weight": 1.0}
alias = ALIASED


def grow(table, key):
    table[key] = 0.5


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        nn.init.constant_(self.net.weight, 0.2)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.05)
        self.weight, self.tau, self.gamma, self.ent, self.cost = 0.5, 0.25, 0.125, 1.0, 2.0

    def update(self, x):
        value = self.net(x)
        loss = self.weight * (value * self.tau - self.gamma).pow(2).mean()
        loss = loss * self.cost + self.ent * value.mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def set(self, key):
        for key in (key,):
            setattr(self, key, 3.0)

    def rename(self, value):
        for key in ("ta", "ent"):
            key = key + "u" if key == "ta" else key
            setattr(self, key, value)


agent = Agent()
x = torch.tensor([[0.1, 0.2], [0.4, -0.5]])
print(agent.update(x))
TABLE["tau"] = 0.7
for key, value in TABLE.items():
    setattr(agent, key, value)
print(agent.update(x))
NAMES.append("gamma")
for name in NAMES:
    setattr(agent, name, 0.9)
print(agent.update(x))
alias["ent"] = 0.3
for one in ALIASED:
    setattr(agent, one, ALIASED[one])
print(agent.update(x))
grow(GIVEN, "cost")
for two, value in GIVEN.items():
    setattr(agent, two, value)
print(agent.update(x))
agent.set("gamma")
print(agent.update(x))
agent.rename(0.2)
print(agent.update(x))
