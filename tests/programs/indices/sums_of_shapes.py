# Shapes are added with -1 among them, and torch.Size is made of what the program has.
import torch


def f(x, y):
    a = x.view(x.shape[:-1] + (-1,))
    b = x.view((-1,) + y.shape[1:])
    c = x.view(*(x.shape[:1] + (-1,)))
    s = x.size()[:1] + torch.Size([-1])
    t = torch.Size((-1,)) + x.shape[1:]
    return (
        a.shape,
        b.shape,
        c.shape,
        x.reshape(s).shape,
        x.view(t).shape,
        x.view(torch.Size([-1])).shape,
    )


x = torch.ones(2, 3, 4)
print([tuple(s) for s in f(x, x)])
print(
    torch.Size([2, 3]).numel(),
    x.shape[1:].numel(),
    torch.Size([2, 3]),
    torch.Size([2]) + torch.Size([3]),
    list(torch.Size([2])),
)


def merge(x, n):
    shape = torch.Size([-1]) + x.shape[n:]
    return torch.reshape(x, shape)


def split(x, shape):
    return torch.reshape(x, torch.Size(shape) + x.shape[1:])


def count(x, shape):
    return x * torch.Size(shape).numel()


print(
    [
        tuple(t.shape)
        for t in (
            merge(torch.arange(24.0).reshape(2, 3, 4), 2),
            split(torch.ones(6, 2), [2, 3]),
            split(torch.ones(6, 2), (-1, 3)),
        )
    ]
)
print(
    count(torch.ones(2), [3, 4]).tolist(), count(torch.ones(2), torch.ones(5, 2).shape[:1]).tolist()
)
