"""A parameter that a function makes for one step."""

import torch
import torch.nn as nn


def once(x):
    w = nn.Parameter(torch.ones(2))
    opt = torch.optim.SGD([w], lr=0.1)
    opt.zero_grad()
    loss = (w * x).sum()
    loss.backward()
    opt.step()
    return w.tolist()


print(once(torch.tensor([1.0, 2.0])))
print(once(torch.tensor([3.0, 2.0])))
