import torch
def scale(a):
    return a * torch.ones(2) / 3
