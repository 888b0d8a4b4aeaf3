"""The keys of tables name what changes, and the update has each new value."""
import torch
from torch import nn

CAMERA = {"distance": 3.0, "weight": 1.0}
LATER = ("tau", "gamma")
PAIRS = [("low", 0.1), ("high", 0.9)]


class Viewer:
    def __init__(self):
        self.distance = 0.0


class Agent:
    def __init__(self):
        torch.manual_seed(0)
        self.net = nn.Linear(3, 1)
        nn.init.constant_(self.net.weight, 0.2)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.05)
        self.weight, self.tau, self.gamma = 0.5, 0.25, 0.125
        self.low, self.high, self.pre_scale, self.post_scale = 0.0, 1.0, 2.0, 3.0
        self.kept = 4.0

    def update(self, x):
        value = self.net(x)
        loss = self.weight * (value * self.tau - self.gamma).pow(2).mean() * self.kept
        loss = loss + self.low * value.mean() + self.high * (value * self.pre_scale).pow(2).mean()
        loss = loss * self.post_scale
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


def by_parts(agent, value):
    for part in "pre post".split():
        setattr(agent, f"{part}_scale", value)


agent, viewer = Agent(), Viewer()
x = torch.tensor([[0.1, 0.2, -0.3], [0.4, -0.5, 0.6]])
print(agent.update(x))
for key, value in CAMERA.items():
    setattr(viewer, key, value)
    setattr(agent, key, value)
print(viewer.distance, agent.update(x))
for key in sorted(LATER):
    setattr(agent, key, getattr(agent, key) + 0.5)
print(agent.update(x))
for place, (name, number) in enumerate(PAIRS):
    setattr(agent, name, number + place)
print(agent.update(x))
by_parts(agent, 1.5)
print(agent.update(x))
for key, value in zip(("kept", "tau"), (1.0, 0.1)):
    vars(agent)[key] = value
print(agent.update(x))
