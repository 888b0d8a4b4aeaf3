"""Indices in lists and tuples that grow: slices, rows, and places that torch finds."""

import torch


def nms_like(boxes, scores, thr):
    order = scores.argsort(descending=True)
    keep = []
    while order.numel() > 0:
        i = order[0]
        keep.append(i.item())
        if order.numel() == 1:
            break
        d = (boxes[order[1:]] - boxes[i]).abs().sum(1)
        order = order[1:][d > thr]
    return keep


def scatter_rows(mem, idx, val):
    mem = mem.clone()
    mem[idx] = val
    mem[idx, 0] += 1
    return mem


def upper(n):
    m = torch.arange(float(n * n)).view(n, n)
    r, c = torch.triu_indices(n, n, 1)
    ij = torch.triu_indices(n, n, 1)
    return m[r, c], m[tuple(ij)], m[ij[0], ij[1]], m[ij.unbind()]


boxes = torch.tensor([[0.0, 0], [0.1, 0], [3, 3], [3, 3.2], [9, 9]])
print(nms_like(boxes, torch.tensor([0.9, 0.8, 0.7, 0.95, 0.1]), 1.0))
print(scatter_rows(torch.zeros(3, 2), torch.tensor([0, 2]), 5.0).tolist())
print(scatter_rows(torch.zeros(3, 2), [1, 2], torch.ones(2)).tolist())
for part in upper(3):
    print(part.tolist())
a = torch.arange(24).view(2, 3, 4)
sl = [slice(None)] * 3
sl[1] = slice(0, 2)
print(a[tuple(sl)].shape == (2, 2, 4), a[sl].shape == (2, 2, 4))
sl[2] = torch.tensor([0, 3])
print(a[tuple(sl)].tolist())
idx = [slice(None), 1]
print(a[tuple(idx)].tolist(), a[(..., -1)].tolist())
loc = torch.nonzero(a > 20)
print([a[tuple(row)].item() for row in loc])
print([a[tuple(row.tolist())].item() for row in loc])
best = torch.unravel_index(a.argmax(), a.shape)
print(a[best].item())
