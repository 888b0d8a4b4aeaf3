"""The state of an optimizer of the program's own, saved and loaded; other schedules."""

import copy
import os
import tempfile

import torch
from torch import nn


class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1, momentum=0.9):
        super().__init__(params, dict(lr=lr, momentum=momentum))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["buffer"] = torch.zeros_like(p)
                state["step"] += 1
                state["buffer"].mul_(group["momentum"]).add_(p.grad)
                p.add_(state["buffer"], alpha=-group["lr"] / state["step"])


def build():
    net = nn.Linear(3, 1)
    nn.init.constant_(net.weight, 0.3)
    nn.init.zeros_(net.bias)
    return net, Momentum(net.parameters(), lr=0.2)


x = torch.linspace(-1, 1, 12).view(4, 3)


def train(net, optimizer, n):
    for _ in range(n):
        loss = (net(x) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


net, optimizer = build()
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.9**epoch)
train(net, optimizer, 2)
schedule.step()
path = os.path.join(tempfile.mkdtemp(), "state.pt")
torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 2}, path)
kept = copy.deepcopy(optimizer.state_dict())
train(net, optimizer, 2)
other, again = build()
saved = torch.load(path)
other.load_state_dict(saved["net"])
again.load_state_dict(saved["optimizer"])
print(again.param_groups[0]["lr"], saved["epoch"])
train(other, again, 2)
third, last = build()
last.load_state_dict(kept)
train(third, last, 2)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(last, factor=0.5, patience=0)
for value in (1.0, 2.0, 3.0):
    plateau.step(value)
    print(last.param_groups[0]["lr"])
