# told: P102
import torch


def f(x):
    return type(x)([1.0, 2.0])


print(f(torch.ones(2)).sum().item(), f([3.0]))
