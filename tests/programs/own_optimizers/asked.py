"""Whether something is an optimizer, asked where some are of the program's own."""

from torch import nn, optim
import torch
from torch.optim import Optimizer


class Plain(Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(p.grad, alpha=group["lr"])


class Signed(Plain):
    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(p.grad, alpha=group["lr"])


KINDS = (Optimizer, nn.Module)
net = nn.Linear(2, 1)
both = optim.SGD([{"params": [net.weight]}, {"params": [net.bias], "lr": 0.2}], lr=0.1)
things = [Plain(net.parameters(), 0.1), Signed(net.parameters(), 0.1), net, 3]
things += [optim.Adam(net.parameters()), both]
print([int(isinstance(thing, torch.optim.Optimizer)) for thing in things])
print([int(isinstance(thing, (int, Optimizer))) for thing in things])
print([int(isinstance(thing, KINDS)) for thing in things])
print([int(isinstance(thing, Plain)) for thing in things])
print([int(isinstance(thing, Optimizer | nn.Module)) for thing in things])
print([int(issubclass(type(thing), optim.Optimizer)) for thing in things])
print([int(type(thing) is Optimizer) for thing in things])
print(int(issubclass(Signed, Optimizer)))


def name(thing):
    match thing:
        case Optimizer():
            return 1
        case nn.Module():
            return 2
    return 3


def check(optimizer: Optimizer) -> Optimizer:
    if not isinstance(optimizer, Optimizer):
        raise TypeError("not an Optimizer")
    return optimizer


print([name(thing) for thing in things])
for thing in things[:4]:
    try:
        check(thing)
        print(0)
    except TypeError:
        print(1)
