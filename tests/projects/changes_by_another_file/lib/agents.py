import torch
from torch import nn


class Shifted:
    """main.py changes the baseline's values."""

    def __init__(self):
        self.network = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.network.parameters(), 0.1)
        self.baseline = torch.zeros(2)

    def update(self, x):
        loss = (self.network(x) - self.baseline).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
