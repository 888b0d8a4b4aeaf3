"""A leaf that is made where it is moved: nobody else holds it, whatever changes the weights."""

import torch
from torch import nn


def moved(places, dtype=None):
    for place in places:
        x = torch.tensor([1.0, 2.0], requires_grad=True, dtype=dtype).to(place)
        net.load_state_dict(other.state_dict())
        loss = (x * x).sum()
        loss.backward()
        print(loss.item(), len(x))


def open_leaf(n, dtype=None):
    x = torch.rand(n, 2, requires_grad=True, dtype=dtype)
    (x * 3).sum().backward()
    return x.grad.tolist(), x.dtype == torch.float64


net, other = nn.Linear(2, 1), nn.Linear(2, 1)
moved([torch.device("cpu"), "cpu"])
moved(["cpu"], torch.float64)
print(open_leaf(1), open_leaf(2, torch.float64))
