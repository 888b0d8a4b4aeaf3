import torch


class Vec:
    def __init__(self, t):
        self.t = t

    def __add__(self, o):
        return Vec(self.t + (o.t if isinstance(o, Vec) else o))

    __radd__ = __add__

    def __mul__(self, k):
        return Vec(self.t * k)

    def __neg__(self):
        return Vec(-self.t)

    def __iter__(self):
        return iter(self.t)

    def __len__(self):
        return self.t.shape[0]

    def __eq__(self, o):
        return bool((self.t == o.t).all())

    def __repr__(self):
        return f"Vec({self.t.tolist()})"

    def __bool__(self):
        return bool(self.t.any())

    def __float__(self):
        return float(self.t.sum())

    def __contains__(self, x):
        return bool((self.t == x).any())

    @property
    def norm(self):
        return self.t.norm().item()

    @classmethod
    def zeros(cls, n):
        return cls(torch.zeros(n))

    @staticmethod
    def dot(a, b):
        return (a.t * b.t).sum().item()


a = Vec(torch.tensor([1.0, 2.0]))
b = Vec.zeros(2) + 3
print(
    a + b,
    sum([a, b]),
    a * 2,
    -a,
    len(a),
    a == a,
    bool(Vec.zeros(2)),
    float(a),
    2.0 in a,
    a.norm,
    Vec.dot(a, b),
    [x.item() for x in a],
)
