"""x[torch.where(mask)]: a tuple names a place by one index for each dimension."""

import torch


def counts(anchors, losses, n):
    out = torch.zeros(n)
    for i in range(n):
        mask = anchors == i
        num = torch.sum(mask)
        if num > 0:
            out[i] = torch.sum(losses[mask]) / num
    return out


def kept(x, a, b):
    idx = torch.where(a & b)
    first = x[idx]
    rows = torch.arange(4)[idx]
    both = torch.where(x > 2)
    again = (x > 2).nonzero(as_tuple=True)
    return first, rows, x[both].tolist(), x[again].tolist(), x[torch.where(x > 1)].sum()


def known():
    x = torch.arange(6.0).reshape(2, 3)
    r, c = torch.where(x > 2)
    idx = torch.where(x > 3)
    y = x.clone()
    y[idx] = 0
    y[torch.where(x < 1)] = 7.0
    z = x.clone()
    z[r, c] += 1
    return x[idx], y, z, x[idx[0]], x[(x > 1).nonzero(as_tuple=True)]


f = {"a": counts, "b": kept}
print(f["a"](torch.tensor([0, 1, 1]), torch.tensor([1.0, 2.0, 4.0]), 3).tolist())
x = torch.arange(4.0)
for out in f["b"](x, x > 0, x < 3):
    print(out if isinstance(out, list) else out.tolist())
for out in known():
    print(out.tolist())

x = torch.arange(12.0).reshape(3, 4)
ij, cut = (0, 1), (slice(0, 2), 1)
rows = [torch.tensor(0), torch.tensor(2)]
pair = torch.tensor([0, 1]), torch.tensor([1, 2])
nested = [[0, 1], [1, 2]]
print(x[ij].item(), x[cut].tolist(), x[rows].item(), x[pair].tolist(), x[list(pair)].tolist())
print(x[nested].tolist(), x[[0, 2]].tolist(), x[:, (0, 1)].tolist())


def at_place(x, place):
    return x[place]


def joined(x, i, j):
    place = (i, j)
    return x[place]


print(at_place(x, (1, 2)).item(), at_place(x, (slice(None), 2)).tolist())
print(joined(x, 1, 2).item(), joined(x, torch.tensor([0, 1]), torch.tensor([1, 1])).tolist())
for n, place in enumerate([(0, 1), (2, 2)]):
    x[place] = -n - 1
    print(x[place].item())
x[pair] = 50.0
x[nested] += 1.0
print(x.tolist())
