import torch
class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))
    __radd__ = __add__
    def __mul__(self, o): return V(self.x * (o.x if isinstance(o, V) else o))
    def __eq__(self, o): return torch.equal(self.x, o.x)
    def __repr__(self): return f"V({self.x.tolist()})"
    def __call__(self, *a): return self.x.sum() + sum(a)
    def __bool__(self): return bool((self.x > 0).all())
    def __lt__(self, o): return self.x.sum() < o.x.sum()
    def __matmul__(self, o): return self.x @ o.x
    def __neg__(self): return V(-self.x)
    def __contains__(self, v): return (self.x == v).any().item()
    def __abs__(self): return self.x.abs().sum()
a, b = V(torch.tensor([1.0, 2.0])), V(torch.tensor([3, 4]))
print(a + b, a * 2, sum([a, a]), a == V(torch.tensor([1.0, 2.0])), a(1, 2).item(), bool(-a), sorted([b, a]), 2.0 in a, abs(-b).item())
print((a @ V(torch.ones(2))).item(), min(a, b), a + 1, b * a)
