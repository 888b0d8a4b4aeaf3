"""Layers of nn.Sequential that come and go between updates, and the others are numbered again."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self, net):
        self.net = net
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 4)


def make(kind):
    return globals()[f"make_{kind}"]()


def make_two():
    return nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 2))


def fill(network, value):
    for i, p in enumerate(network.parameters()):
        numbers = torch.linspace(-value, value * (1 + i % 2), p.numel())
        p.data.copy_(numbers.reshape(p.shape))


def run(agent):
    fill(agent.net, 0.5)
    x = torch.linspace(-1, 1, 12).reshape(4, 3)
    for k in range(6):
        print(agent.update(x, x[:, :2]), len(agent.net))
        if k == 0:
            agent.net.pop(1)
        elif k == 1:
            agent.net.insert(1, nn.ReLU())
        elif k == 2:
            del agent.net[-2]
        elif k == 3:
            agent.net.extend([nn.Tanh(), nn.Sigmoid()])
        elif k == 4:
            del agent.net[1:3]
    print([name for name, _ in agent.net.named_parameters()])


run(Agent(make("two")))
run(Agent(make_two()))
layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 1), nn.Tanh()])
print(len(layers), layers.pop(1).out_features, len(layers), len(list(layers.parameters())))
del layers[0]
print(len(layers), len(list(layers.parameters())))
