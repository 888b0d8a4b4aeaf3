"""What `*rest` and `**options` hold is known from the calls: rows of all arrays that a caller has."""

import numpy as np
import torch


def minibatches(size, *arrays):
    for start in range(0, len(arrays[0]), size):
        index = np.arange(start, start + size)[::-1].copy()
        yield tuple(a[index] for a in arrays)


def rows(index, *tensors):
    return [t[index].sum(0) for t in tensors]


def forwarded(*args, **options):
    return rows(*args) + [scaled(**options)]


def scaled(x, by=1.0):
    return x.unsqueeze(0) * by


def total(first, *rest):
    for each in rest:
        first = first + each.view(-1).mean()
    return first


def named(**values):
    return {name: value.numel() for name, value in sorted(values.items())}


states = torch.arange(12.0).reshape(6, 2)
actions, weights = torch.arange(6), np.linspace(0, 1, 6)
for s, a, w in minibatches(2, states, actions, weights):
    print(s.sum(1).tolist(), a.tolist(), (torch.tensor(w).float() * s[:, 0]).sum().item())
print([x.tolist() for x in forwarded([0, -1], states, actions, x=states[0], by=2)])
print(total(states[0, 1], states, states * 2).item(), total(states[1], *[states, states]).tolist())
print(named(a=states, b=actions))
