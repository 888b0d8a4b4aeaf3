import torch

x = torch.arange(12.0).reshape(3, 4)
m = torch.tensor([False, True, False, True])
print(x[..., m].tolist())


def f(x, m):
    return x[..., m]


print(f(x, m).tolist())
print(torch.stack([x, x])[..., m].tolist())
x[..., m] = -1.0
print(x.tolist())
x[..., m] += x[..., ~m]
print(
    x.tolist(),
    x[1, ..., m].tolist(),
    x[..., 0, m].tolist(),
    torch.stack([x, x])[..., torch.tensor([True, False, True]), :].sum().item(),
    x[..., x > 2].tolist(),
    x[..., None, m].shape,
)
x[..., [True, False, False, True]] *= 3
print(x.tolist())
g = torch.ones(2, 3, requires_grad=True)
(g[..., torch.tensor([True, False, True])] * 2).sum().backward()
print(g.grad.tolist())
