import torch
from torch import nn


class Aimed:
    """main.py gives the class another method."""

    def __init__(self):
        self.network = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.network.parameters(), 0.1)

    def target(self, x):
        return x.sum(1, keepdim=True)

    def update(self, x):
        loss = (self.network(x) - self.target(x)).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
