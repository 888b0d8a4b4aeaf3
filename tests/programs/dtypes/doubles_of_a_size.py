"""Tensors of doubles and whole numbers by their size, filled row by row, beside what is unknown."""

import torch


def returns(rewards, gamma):
    found = torch.DoubleTensor(rewards.size(0), 1)
    value = 0
    for i in reversed(range(rewards.size(0))):
        value = gamma * value + rewards[i, 0]
        found[i, 0] = value
    return (found - found.mean()) / (found.std() + 1e-6)


class Policy:
    def __init__(self, table):
        self.table = table

    def log_prob(self, rows):
        return getattr(self, "table")[rows]


def loss(policy, rows, rewards):
    return -(policy.log_prob(rows) * returns(rewards, 0.9)).mean()


rows = torch.LongTensor(4).fill_(1)
rows[2] = 0
print(rows.sum().item(), rows.dtype == torch.int64)
found = loss(Policy(torch.linspace(-1.0, 1.0, 3).view(3, 1)), rows, torch.ones(4, 1))
print(found.item(), found.dtype == torch.float64)
