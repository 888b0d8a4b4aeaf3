import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


BETA = 1.0
net = fill(nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.05)


def update(x):
    loss = BETA * net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def decay():
    globals()["BETA"] *= 0.5


for i in range(3):
    print(update(X(i)))
    decay()
