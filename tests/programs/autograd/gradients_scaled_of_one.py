"""Center loss: two optimizers step on one loss, and the gradients of one of them are scaled."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Centers(nn.Module):
    def __init__(self, count, size):
        super().__init__()
        self.centers = nn.Parameter(torch.zeros(count, size))

    def forward(self, features, labels):
        return (features - self.centers[labels]).pow(2).sum(1).mean()


def train(scale):
    net, centers = nn.Linear(3, 4), Centers(3, 4)
    with torch.no_grad():
        for i, p in enumerate([*net.parameters(), *centers.parameters()]):
            p.copy_(torch.sin(torch.arange(p.numel()) * (1.3 + i)).reshape(p.shape) * 0.4)
    first = torch.optim.SGD(net.parameters(), lr=0.1)
    second = torch.optim.SGD(centers.parameters(), lr=0.5)
    for i in range(4):
        x = torch.sin(torch.arange(24.0) + i).reshape(8, 3)
        labels = torch.arange(8) % 3
        features = net(x)
        loss = F.cross_entropy(features[:, :3], labels) + 0.3 * centers(features, labels)
        first.zero_grad()
        second.zero_grad()
        loss.backward()
        scale(centers)
        for p in net.parameters():
            p.grad -= 0.01 * p.data
        first.step()
        second.step()
        print(i, f"{loss.item():.6f}", f"{centers.centers.sum().item():.6f}")


def by_data(module):
    for p in module.parameters():
        p.grad.data *= 1.0 / 0.3


def by_quotient(module):
    for p in module.parameters():
        p.grad /= 0.3


train(by_data)
train(by_quotient)
