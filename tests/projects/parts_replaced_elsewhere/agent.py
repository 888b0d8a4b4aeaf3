import torch
import torch.nn as nn


def weighed(x):
    return x * 0.5


class Clock:
    def __init__(self):
        self.time = 0

    def tick(self):
        self.time += 1

    def __getitem__(self, name):
        return 1 / (1 + self.time)

    def __getattr__(self, name):
        return 1 / (2 + self.time)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(self.body(x))


class Agent:
    def __init__(self):
        self.net, self.target = Net(), Net()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.05)
        self.clock = Clock()

    @property
    def scale(self):
        return 1.0

    def follow(self):
        for t, p in zip(self.target.parameters(), self.net.parameters()):
            t.data.copy_(0.5 * t.data + 0.5 * p.data)

    def update(self, x):
        with torch.no_grad():
            y = self.target(x) * self.clock["now"] + self.clock.late
        loss = weighed((self.net(x) - y).pow(2).mean()) * self.scale
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.follow()
        return loss.item()
