"""Parameters that are counted and listed."""

import torch.nn as nn


def count_parameters(model, trainable_only=True):
    if trainable_only:
        return sum(p.numel() for p in model.parameters() if p.requires_grad)
    return sum(p.numel() for p in model.parameters())


def summary(model):
    for name, p in model.named_parameters():
        if p.requires_grad:
            print(name, p.numel(), tuple(p.shape))
        else:
            print(name, "frozen")


net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
print(count_parameters(net), count_parameters(net, False))
for p in net[0].parameters():
    p.requires_grad = False
print(count_parameters(net), count_parameters(net, False))
summary(net)
