import torch


def half(x, n):
    return x / 2 + n


print(half(torch.ones(2), 0).tolist())
print(half(torch.ones(2, 2), 0).tolist())
print(half(torch.ones(2, 2, 2), 1).sum().item())
print(half(torch.ones(1), 0.5).tolist())
print(half(torch.ones(1).double(), 0.5).tolist())
print(half(torch.tensor([1, 2]), 1).tolist())
print(half(torch.tensor([True]), 1).tolist())
