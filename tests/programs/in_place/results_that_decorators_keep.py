# told: P102
import functools

import torch


def memo(fn):
    kept = {}

    def wrapper(n):
        if n not in kept:
            kept[n] = fn(n)
        return kept[n]

    return wrapper


@memo
def positions(n):
    return torch.arange(n).float()


@functools.lru_cache(maxsize=None)
def ones(n):
    return torch.ones(n)


x = positions(4)
x.mul_(2)
y = ones(2)
y += 1
print(positions(4).tolist(), ones(2).tolist())
