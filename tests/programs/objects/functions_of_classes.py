"""Functions of torch's that a class holds: heirs may have others, and no object is their first argument."""

import torch
import torch.nn as nn


class Plain:
    act = torch.square
    make = torch.ones

    def go(self, x):
        return self.act(x) * self.make(2)


class Other(Plain):
    act = torch.abs


class Late(Plain):
    def __init__(self):
        self.act = torch.neg


class Method(Plain):
    def act(self, x):
        return x + 10.0


class Chosen(Plain):
    act = torch.abs if len("ab") > 1 else torch.neg


class Net(nn.Module):
    act = torch.relu

    def __init__(self):
        super().__init__()
        self.scale = 2.0

    def forward(self, x):
        return self.act(x) * self.scale


class Doubled(Net):
    act = torch.square


def apply(agent, x):
    return agent.act(x) + agent.make(2)


x = torch.tensor([0.5, -0.25])
for one in [Plain(), Other(), Late(), Method()]:
    print(one.go(x).tolist())
    print(apply(one, x).tolist())
    print(one.act(x).tolist(), getattr(one, "act")(x).tolist())
print(Plain.act(x).tolist(), Other.act(x).tolist())
print(Net()(x).tolist(), Doubled()(x).tolist())
