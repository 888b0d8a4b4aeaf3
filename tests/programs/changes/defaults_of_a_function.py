# told: P102
"""A function gets other defaults after the first update."""

import torch

w = torch.ones(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)


def weighed(x, weight=0.5):
    return x * weight


def update():
    loss = weighed(w.pow(2).sum())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


print(update())
weighed.__defaults__ = (3.0,)
print(update(), update())
