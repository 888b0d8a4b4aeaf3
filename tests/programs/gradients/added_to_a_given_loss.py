"""A method adds to the loss that it gets: the tape of its caller is closed by then."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        nn.init.constant_(self.layer.weight, 0.25)
        nn.init.constant_(self.layer.bias, 0.5)
        self.low = nn.Parameter(torch.ones(2) * 0.3)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)

    def forward(self, x):
        return self.layer(x) * self.low

    def loss(self, mean, labels):
        each = torch.mean((mean - labels) ** 2, dim=1)
        return torch.sum(each), each

    def learn(self, loss):
        self.optimizer.zero_grad()
        loss = loss + 0.01 * torch.sum(self.low)
        loss.backward()
        self.optimizer.step()


class Ensemble:
    def __init__(self):
        self.model = Model()

    def learn(self, x, labels):
        for _ in range(3):
            loss, _ = self.model.loss(self.model(x), labels)
            self.model.learn(loss)
            with torch.no_grad():
                _, each = self.model.loss(self.model(x), labels)
            print([round(v, 5) for v in each.tolist()])


x = torch.linspace(-1, 1, 12).view(4, 3)
Ensemble().learn(x, torch.ones(4, 2))
