# What torch is asked to make of a dtype, a size or a layout that only the program knows.
import torch


def f(dtype, size, n):
    a = torch.randn(4, 3, dtype=dtype)
    b = torch.zeros(size)
    c = torch.ones(n)
    d = torch.randn(size)
    e = torch.zeros_like(a, memory_format=torch.preserve_format)
    g = torch.full_like(a, 2.0, memory_format=torch.preserve_format)
    h = a.clone(memory_format=torch.contiguous_format)
    return a, b, c, d, e, g, h


print([(tuple(t.shape), t.dtype == torch.float64) for t in f(torch.float64, (2, 3), 3)])


def like(z, n):
    return torch.zeros(len(z), dtype=z.dtype, device=z.device), torch.ones(n, dtype=z.dtype)


def leaf(like):
    w = torch.randn(2, 3, dtype=like.dtype, requires_grad=True)
    return w.shape, w.dtype == like.dtype


def or_none(size, dtype=None):
    return torch.zeros(*size, dtype=dtype), torch.rand(size, dtype=dtype)


x = torch.arange(6.0, dtype=torch.float64).reshape(3, 2)
print([(t.sum().item(), t.dtype == torch.float64) for t in like(x, 2) + like(x.float(), (2, 1))])
print(leaf(x), leaf(x.float()))
print(
    [
        (tuple(t.shape), t.dtype == torch.float64)
        for t in or_none((2, 1)) + or_none([3], torch.float64)
    ]
)
