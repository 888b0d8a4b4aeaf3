import torch


def tensor(x):
    return torch.tensor(x)
