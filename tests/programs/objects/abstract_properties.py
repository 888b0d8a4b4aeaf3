from abc import ABC, ABCMeta, abstractmethod, abstractproperty

import torch


class Value(metaclass=ABCMeta):
    @abstractproperty
    def greedy(self):
        raise NotImplementedError

    @property
    @abstractmethod
    def best(self):
        """The largest value."""


class Discrete(Value):
    def __init__(self, q):
        self.q = q

    @property
    def greedy(self):
        return self.q.argmax(1)

    @property
    def best(self):
        return self.q.amax(1)


class once:
    def __init__(self, f):
        self.f = f

    def __get__(self, owner, cls=None):
        return self.f(owner)


class Decorated:
    @once
    def value(self):
        return torch.ones(2)


KINDS = {"dis" + "crete": Discrete}


def of(kind, x) -> Value:
    return KINDS[kind](x)


v = of("discrete", torch.tensor([[1.0, 2.0], [4.0, 3.0]]))
print(v.greedy.detach().cpu().numpy().tolist(), v.best.cpu().numpy().tolist())
print(Decorated().value.detach().cpu().numpy().tolist())
