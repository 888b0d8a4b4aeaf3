import torch
from torch import nn


def raise_first(values):
    values[0] = values[0] * 4.0


class Weighted:
    """main.py hands a list out of a dict to a function that changes it."""

    def __init__(self):
        self.network = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.network.parameters(), 0.1)
        self.options = {"weights": [1.0, 0.5]}

    def loss(self, x):
        q = self.network(x)
        return self.options["weights"][0] * q.pow(2).mean()

    def update(self, x):
        loss = self.loss(x)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
