import torch
def f(x, w=torch.ones(2), *, b=None, scale=2):
    y = x * w
    if b is not None:
        y = y + b
    return y * scale
print(f(torch.tensor([1, 2])).tolist(), f(torch.ones(2), b=1).tolist(), f(torch.ones(2), torch.tensor([1, 2]), scale=0.5).tolist())
def g(*xs, **kw):
    return sum(x.sum() * kw.get("k", 1) for x in xs)
print(g(torch.ones(2), torch.tensor([1, 2])).item(), g(torch.tensor([1]), k=0.5).item())
opts = {"scale": 3}
print(f(*[torch.ones(2)], **opts).tolist())
h = lambda x, *, p=2: (x ** p).sum() ** (1 / p)
print(round(h(torch.tensor([3.0, 4.0])).item(), 4), round(h(torch.tensor([3, 4]), p=1).item(), 4))
def outer(n):
    def inner(x, k=n):
        return x ** k
    return inner
print([outer(n)(torch.tensor([2])).item() for n in range(3)])
