import torch


def positions(h, w, dim):
    y, x = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
    omega = 1.0 / 100 ** (torch.arange(dim // 4) / (dim // 4 - 1))
    y = y.flatten()[:, None] * omega[None, :]
    x = x.flatten()[:, None] * omega[None, :]
    return torch.cat((x.sin(), x.cos(), y.sin(), y.cos()), dim=1).type(torch.float32)


def halves(sizes):
    return [(torch.arange(size) * 0.5 + torch.arange(size)).tolist() for size in sizes]


print(positions(2, 3, 8).sum().item())
print(positions(*(3, 2), 12).sum().item())
print(halves([2, 3.0]), halves((1,)))
a, b = torch.meshgrid([torch.arange(2), torch.arange(3)], indexing="ij")
print((a * 0.5).tolist(), (b / 2).tolist(), (a + b).dtype == torch.int64)
grid = torch.stack(torch.meshgrid(torch.arange(2), torch.arange(2), indexing="xy")) * 1.5
print(grid.tolist())
