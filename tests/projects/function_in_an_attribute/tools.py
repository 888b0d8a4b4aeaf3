import torch


def change(x):
    x += 1.0
    return x


def start():
    z = torch.zeros(3)
    z = change(z)
    return z
