# told: P103
import torch


class V:
    def __init__(self, t):
        self.t = t

    def __add__(self, o):
        return V(self.t + (o.t if isinstance(o, V) else o))

    def __radd__(self, o):
        return self + o

    def __mul__(self, k):
        return V(self.t * k)

    def __getattr__(self, n):
        return getattr(self.__dict__["t"], n)

    def __len__(self):
        return len(self.t)

    def __iter__(self):
        return iter(self.t)

    def __call__(self, x):
        return self.t @ x


v = V(torch.tensor([1.0, 2.0]))
print(
    (v + v).t,
    (v * 3 + 1).t,
    (1 + v).t,
    len(v),
    [float(q) for q in v],
    v(torch.ones(2)),
    sum([v, v], V(torch.zeros(2))).t,
)
print(v.sum(), v.mean())
