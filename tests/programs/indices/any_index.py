"""Indices of every kind beside one another, and indices that only the caller knows."""

import itertools

import numpy as np
import torch


def rows_of(x, i):
    return x[i]


def columns_of(x, i):
    return x[:, i]


def pairs_of(x, i, j):
    return x[i, j]


x = torch.arange(120.0).reshape(2, 3, 4, 5)
rows, columns = torch.tensor([0, -1, 1]), torch.tensor([2, 0, -2])
grid, mask = torch.tensor([[0, 1], [1, -1]]), torch.arange(3) > 0
print(x[:, rows, :, columns].tolist())
print(x[:, rows, columns].sum(-1).tolist())
print(x[0, :, rows, :].tolist() == x[0][:, rows].tolist(), tuple(x[0, :, rows, columns].shape))
print(tuple(x[rows % 2, :, columns].shape), x[rows % 2, :, columns, 1:3].sum().item())
print(tuple(x[..., rows, None, columns].shape), tuple(x[None, :, grid].shape))
print(tuple(x[:, mask, 1:, grid[0]].shape), x[:, mask, 1, grid[0]].tolist())
print(tuple(x[True].shape), tuple(x[:, x[0, :, 0, 0] > 10].shape))
print(tuple(x[..., [0, 2]].shape), x[:, [0, 2], 1, [1, 3]].tolist())

for index in [1, -1, slice(1, 3), None, rows % 2, grid % 2, [1, 0], torch.tensor(1)]:
    print(tuple(rows_of(x, index).shape), rows_of(x, index).sum().item())
    print(tuple(columns_of(x, index).shape), columns_of(x, index).mean().item())
for i, j in itertools.product(
    [1, slice(0, 2), None, ..., rows % 2, torch.tensor([True, False, True])],
    [0, slice(1, None), columns % 2],
):
    if isinstance(i, torch.Tensor) and i.dtype == torch.bool:
        i = i[:2]
        j = 0 if isinstance(j, torch.Tensor) else j
    print(tuple(pairs_of(x, i, j).shape), pairs_of(x, i, j).sum().item())

table = {(0, 1): 5, (1, 1): 7}
a = np.arange(12).reshape(3, 4)
print(pairs_of(table, 1, 1), pairs_of(a, 1, slice(0, 2)).tolist())

y = x.clone()
y[:, rows[:2], :, columns[:2]] = -1.0
y[:, mask, 2] += 100.0
print(y.sum().item())
w = torch.arange(24.0).reshape(2, 3, 4).requires_grad_()
(w[:, [0, 2], [1, 3]] ** 2).sum().backward()
print(w.grad.tolist())
