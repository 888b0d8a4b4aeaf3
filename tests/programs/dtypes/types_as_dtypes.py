import torch


def zeros(n, dtype=None):
    return torch.zeros(n, dtype=dtype)


def cast(x, dtype):
    return x.to(dtype)


def make(x, dtype=float):
    return torch.tensor(x, dtype=dtype)


print(zeros(2, float).dtype, zeros(2, int).dtype, zeros(2).dtype, zeros(1, bool).dtype)
print(make(1).dtype, make(1.5, int).item(), make(2, torch.float32).dtype)
