# told: P102
"""The same function, and one call does give None: the average is the new tensor itself."""

import torch
import torch.nn as nn


class EMA:
    def update_average(self, old, new):
        if old is None:
            return new
        return old * 0.5 + new * 0.5


def update(ema, averaged, current, begun):
    for p, q in zip(averaged.parameters(), current.parameters()):
        p.data = ema.update_average(p.data, q.data) if begun else ema.update_average(None, q.data)


first, second = nn.Linear(2, 1), nn.Linear(2, 1)
with torch.no_grad():
    for p in [*first.parameters(), *second.parameters()]:
        p.fill_(0.5)
for i in range(3):
    update(EMA(), first, second, i > 0)
    with torch.no_grad():
        for p in second.parameters():
            p.mul_(0.5)
    print([p.flatten().tolist() for p in first.parameters()])
