import numpy as np
import torch


def mean_of(x):
    return np.asarray(x, dtype=np.float32) * 0.5


def average_grads(module, index=None):
    if index == 1:
        return
    count = 0
    for p in module.parameters():
        view = p.grad.numpy()
        mean = mean_of(p.grad)
        view[:] = mean[:]


def count(module):
    return sum(p.numel() for p in module.parameters() if p.grad is not None)
