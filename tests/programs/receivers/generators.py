import torch


def batches(x, n):
    for i in range(0, len(x), n):
        yield x[i : i + n]


def shuffled(x):
    perm = torch.tensor([2, 0, 3, 1])
    yield from (x[p] for p in perm)


x = torch.arange(8.0).view(4, 2)
print([b.sum().item() for b in batches(x, 3)], [r.tolist() for r in shuffled(x)])
tot = 0
for b in batches(x, 2):
    tot += b.mean(0)
print(tot.tolist())
print(
    torch.cat(list(batches(x, 3))).shape,
    torch.stack([r for r in x]).tolist(),
    next(batches(x, 1)).tolist(),
)
