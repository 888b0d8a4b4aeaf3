"""Python has no `:=` in what a comprehension goes over, nor in comprehensions of a class's lines."""

import numpy as np
import torch


class Source:
    def __init__(self, make):
        self.__dict__["make"] = make

    def __getattr__(self, name):
        return getattr(self.__dict__["make"], name)

    def __call__(self, *args):
        return self.make(*args)


def read(get):
    return [round(v, 4) for v in get(2)[0].flatten().tolist()[:3]]


def rows(get):
    return {i: [float(v) for v in get(i)[0].mean(0) if v > 0] for i in range(1, 3)}


def total(gets):
    return [float(get(1)[0].sum()) for get in gets]


def table(gets):
    class Table:
        sums = [round(float(get(2)[0].mean()), 4) for get in gets]

    return Table.sums


SOURCES = {
    "tensor": lambda n: [torch.arange(6.0).reshape(n, -1)],
    "array": lambda n: [np.arange(6.0).reshape(n, -1)],
}
for name in SOURCES:
    source = Source(SOURCES[name])
    options = {"get": source}
    print(name, read(**options), rows(**options))
    options = {"gets": [source, source]}
    print(total(**options), table(**options))
