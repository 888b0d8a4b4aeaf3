"""`create_graph=not first_order`: whether a gradient is recorded is decided when the program runs."""

import torch
import torch.nn.functional as F


class Penalized:
    def __init__(self):
        self.net = filled(torch.nn.Linear(3, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.second = True

    def flip(self):
        self.second = not self.second

    def penalty(self, x):
        x = x.clone().requires_grad_(True)
        value = self.net(x).pow(2).sum()
        grad = torch.autograd.grad(value, x, create_graph=self.second)[0]
        return (grad.norm(dim=1) - 1).pow(2).mean()

    def update(self, x):
        loss = self.net(x).pow(2).mean() + self.penalty(x)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss


def filled(net):
    with torch.no_grad():
        net.weight.fill_(0.3)
        net.bias.fill_(0.1)
    return net


def steps(first_order, net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        loss = F.mse_loss(net(x), y)
        weights = list(net.parameters())
        grads = torch.autograd.grad(loss, weights, create_graph=not first_order)
        w, b = [p - 0.5 * g for p, g in zip(weights, grads)]
        outer = F.mse_loss(F.linear(x, w, b), y)
        optimizer.zero_grad()
        outer.backward()
        optimizer.step()
        print(loss.item(), outer.item())


x = torch.arange(12.0).reshape(4, 3) / 10
y = torch.arange(8.0).reshape(4, 2) / 7
for first_order in (True, False):
    steps(first_order, filled(torch.nn.Linear(3, 2)), x, y)
agent = Penalized()
for _ in range(4):
    print(agent.update(x).item())
    agent.flip()
