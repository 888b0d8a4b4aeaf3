import torch


def weights(n):
    return torch.ones(n)


def loss(x):
    return (x * weights(len(x))).sum() / 2
