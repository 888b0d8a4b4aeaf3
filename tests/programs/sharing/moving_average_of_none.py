"""BYOL's moving average: the branch for no average yet is never taken."""

import torch
import torch.nn as nn


class EMA:
    def __init__(self, beta):
        self.beta = beta

    def update_average(self, old, new):
        if old is None:
            return new
        return old * self.beta + (1 - self.beta) * new


def update_moving_average(ema, averaged, current):
    for current_params, averaged_params in zip(current.parameters(), averaged.parameters()):
        old_weight, new_weight = averaged_params.data, current_params.data
        averaged_params.data = ema.update_average(old_weight, new_weight)


first, second = nn.Linear(2, 1), nn.Linear(2, 1)
with torch.no_grad():
    for i, p in enumerate([*first.parameters(), *second.parameters()]):
        p.fill_(0.5 - 0.2 * i)
optimizer = torch.optim.SGD(second.parameters(), lr=0.1)
for i in range(3):
    optimizer.zero_grad()
    second(torch.ones(2, 2)).pow(2).mean().backward()
    optimizer.step()
    update_moving_average(EMA(0.9), first, second)
    print([p.flatten().tolist() for p in first.parameters()])
