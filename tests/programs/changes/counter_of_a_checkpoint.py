"""A counter begins as 0 and may come from a checkpoint: it is no tensor that others hold."""

import torch
import torch.nn as nn


class Trainer:
    def __init__(self, net):
        self.net = net
        self.count = 0

    def train(self, x):
        self.count += 1
        return self.net(x).sum().item() * self.count

    def state_dict(self):
        return {"net": self.net.state_dict(), "count": self.count}

    def load_state_dict(self, state_dict: dict):
        self.net.load_state_dict(state_dict["net"])
        self.count = state_dict["count"]


net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.25)
trainer = Trainer(net)
print(trainer.train(torch.ones(3, 2)), trainer.train(torch.ones(3, 2)))
other = Trainer(nn.Linear(2, 1))
other.load_state_dict(trainer.state_dict())
print(other.train(torch.ones(1, 2)), trainer.count, other.count)
