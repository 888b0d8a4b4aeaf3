"""Lookahead: slow weights around an optimizer of torch's, and around one of the program's own."""

from collections import defaultdict

import torch
from torch import nn
from torch.optim.optimizer import Optimizer


class Lookahead(Optimizer):
    def __init__(self, optimizer, k=5, alpha=0.5):
        self.optimizer = optimizer
        self.k = k
        self.alpha = alpha
        self.param_groups = self.optimizer.param_groups
        self.state = defaultdict(dict)
        for group in self.param_groups:
            group["counter"] = 0
        self.defaults = {"k": k, "alpha": alpha, **optimizer.defaults}

    def _update(self, group):
        for fast in group["params"]:
            param_state = self.state[fast]
            if "slow_param" not in param_state:
                param_state["slow_param"] = torch.clone(fast.data).detach()
            slow = param_state["slow_param"]
            fast.data.mul_(self.alpha).add_(slow, alpha=1.0 - self.alpha)
            slow.data.copy_(fast)

    def step(self, closure=None):
        loss = self.optimizer.step(closure=closure)
        for group in self.param_groups:
            if group["counter"] == 0:
                self._update(group)
            group["counter"] += 1
            group["counter"] %= self.k
        return loss

    def zero_grad(self, set_to_none=False):
        self.optimizer.zero_grad(set_to_none)


class Plain(Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    def step(self, closure=None):
        loss = closure() if closure is not None else None
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad.data, alpha=-group["lr"])
        return loss


def train(make):
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.linspace(-0.5, 0.5 + i, p.numel()).view_as(p))
    x = torch.linspace(-1, 1, 15).view(5, 3)
    optimizer = Lookahead(make(net.parameters()), k=2, alpha=0.7)
    for _ in range(5):
        optimizer.zero_grad()
        loss = (net(x) - 1).pow(2).mean()
        loss.backward()
        optimizer.step()
        print(loss.item(), net[0].weight.sum().item(), optimizer.param_groups[0]["lr"])


train(lambda params: torch.optim.Adam(params, lr=0.05))
train(lambda params: Plain(params, lr=0.05))
