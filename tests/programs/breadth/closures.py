from contextlib import contextmanager

import torch


@contextmanager
def scaled(x, k):
    yield x * k


with scaled(torch.ones(3), 2) as y:
    print(y.sum().item())


def memo(f):
    cache = {}

    def g(n):
        if n not in cache:
            cache[n] = f(n)
        return cache[n]

    return g


@memo
def row(n):
    return torch.full((2,), float(n))


print(row(3).sum().item(), row(3).mean().item())
