"""The labels of a loader in another file are floats."""

import torch
from data import Loader, get_loader

w = torch.tensor([[1.0, -1.0], [0.5, 2.0]])


def accuracy(loader):
    right = 0
    for batch in loader:
        logits = batch[0] @ w
        right += (logits.argmax(1) == batch[1][:, 1]).sum().item()
    return right


print(accuracy(get_loader(6)), accuracy(Loader(4)))
