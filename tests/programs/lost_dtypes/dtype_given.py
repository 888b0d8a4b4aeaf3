import torch


def make(n, dtype):
    return torch.arange(n).to(dtype)


def mix(a, b):
    return a + b


for one in (torch.float32, torch.float64, torch.int64):
    for two in (torch.float32, torch.int64):
        print(mix(make(3, one), make(3, two)).sum().item())
