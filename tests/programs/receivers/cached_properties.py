from functools import cached_property, lru_cache

import torch


class R:
    def __init__(self):
        self._w = torch.tensor([1.0, 2.0])
        self.calls = 0

    @property
    def w(self):
        return self._w

    @w.setter
    def w(self, v):
        self._w = v.clone().clamp(min=0)

    @cached_property
    def gram(self):
        self.calls += 1
        return self.w.outer(self.w)

    @staticmethod
    def s(t):
        return t.square().sum(-1)

    @classmethod
    def c(cls, t):
        return cls.s(t).sqrt()


r = R()
print(r.gram.tolist(), r.gram.trace().item(), r.calls)
r.w = torch.tensor([-1.0, 3.0])
print(r.w.tolist(), R.c(r.w).item(), r.s(r.w).item())


@lru_cache(None)
def table(n):
    return torch.linspace(0, 1, n)


print(table(3).roll(1).tolist(), table(3)[1].item())
