"""Options of parameter groups, read and changed between updates that are graphs."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))


def fill():
    for i, p in enumerate(net.parameters()):
        p.data.copy_((torch.arange(p.numel()) % 5 - 2.0).reshape(p.shape) * 0.1 + 0.01 * i)


def batch(step):
    return torch.sin(torch.arange(12).reshape(4, 3) + float(step))


def train(optimizer, step):
    loss = (net(batch(step)) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), sum(p.abs().sum().item() for p in net.parameters()))


def adjust(optimizer, step):
    for group in optimizer.param_groups:
        group["lr"] *= 0.9
        if step >= 2:
            group["momentum"] = 0.5
        if step >= 3:
            group["weight_decay"] = group["weight_decay"] * 0.5 + 0.1


def adjust_adam(optimizer, step):
    group = optimizer.param_groups[0]
    first, second = group["betas"]
    group["betas"] = (first * 0.9, second)
    if step == 2:
        group["eps"] = 1e-2
        group["weight_decay"] = 0.3


fill()
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for step in range(5):
    adjust(sgd, step)
    train(sgd, step)
    print(sgd.param_groups[0]["momentum"], sgd.param_groups[0]["weight_decay"])

fill()
groups = [{"params": net[0].parameters(), "momentum": 0.5}, {"params": net[2].parameters()}]
sgd = torch.optim.SGD(groups, lr=0.1, nesterov=True, momentum=0.9, weight_decay=0.01)
for step in range(5):
    sgd.param_groups[1]["momentum"] = 0.9 - 0.1 * step
    sgd.param_groups[0]["weight_decay"] = 0.1 * step
    train(sgd, step)

for cls in (torch.optim.Adam, torch.optim.AdamW, torch.optim.NAdam, torch.optim.Adamax):
    fill()
    adam = cls(net.parameters(), lr=0.01, weight_decay=0.1)
    for step in range(5):
        adjust_adam(adam, step)
        train(adam, step)
    print(adam.param_groups[0]["betas"], adam.param_groups[0]["eps"])

fill()  # what is 0 keeps the buffers, which go on later
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
for step, momentum in enumerate([0.0, 0.0, 0.9, 0.9, 0.0, 0.0, 0.5, 0.5]):
    for group in sgd.param_groups:
        group["momentum"] = momentum
    train(sgd, step)

fill()
rmsprop = torch.optim.RMSprop(net.parameters(), lr=0.01, alpha=0.9, momentum=0.5)
for step in range(5):
    rmsprop.param_groups[0]["momentum"] = 0.1 + 0.2 * step
    train(rmsprop, step)
print(rmsprop.param_groups[0]["alpha"])
