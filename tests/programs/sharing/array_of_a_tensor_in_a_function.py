# told: P102
"""A function writes into the array of a tensor, and reads the tensor behind it."""

import torch


def scaled(x):
    array = x.numpy()
    array *= 0.1
    return x.sum().item()


print(scaled(torch.ones(3)))
