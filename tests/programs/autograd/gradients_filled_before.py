"""Gradients are filled with zeros by hand, where a loss is recorded: the weights stay as they are."""

import torch
from torch import nn


def flat_gradients(net):
    return torch.cat([p.grad.view(-1) for p in net.parameters()])


def set_flat(net, flat):
    start = 0
    for p in net.parameters():
        p.data.copy_(flat[start : start + p.numel()].view(p.shape))
        start += p.numel()


def value_step(net, states, goals):
    def objective(flat):
        set_flat(net, flat)
        for p in net.parameters():
            if p.grad is not None:
                p.grad.data.fill_(0)
        loss = (net(states) - goals).pow(2).mean()
        for p in net.parameters():
            loss += p.pow(2).sum() * 0.1
        loss.backward()
        return loss.item(), flat_gradients(net)

    flat = torch.linspace(-0.5, 0.5, sum(p.numel() for p in net.parameters()))
    for _ in range(3):
        value, gradients = objective(flat)
        print(value, gradients.sum().item())
        flat = flat - 0.1 * gradients


value_step(nn.Linear(2, 1), torch.linspace(-1.0, 1.0, 8).view(4, 2), torch.ones(4, 1))
