"""Steps as functions: lists of parameters, gradients and what is kept, and a dict of buffers."""

import torch
from torch import nn


def sgd(params, grads, buffers, lr, momentum):
    for i, param in enumerate(params):
        grad, buf = grads[i], buffers[i]
        buf.mul_(momentum).add_(grad)
        param.add_(buf, alpha=-lr)


def lion(p, grad, exp_avg, lr, beta1, beta2):
    p.data.mul_(1 - lr * 0.1)
    update = exp_avg.clone().mul_(beta1).add_(grad, alpha=1 - beta1).sign_()
    p.add_(update, alpha=-lr)
    exp_avg.mul_(beta2).add_(grad, alpha=1 - beta2)


class Lists(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1, momentum=0.9):
        super().__init__(params, dict(lr=lr, momentum=momentum))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            params, grads, buffers = [], [], []
            for p in group["params"]:
                if p.grad is not None:
                    params.append(p)
                    grads.append(p.grad)
                    state = self.state[p]
                    if len(state) == 0:
                        state["buffer"] = torch.zeros_like(p)
                    buffers.append(state["buffer"])
            sgd(params, grads, buffers, group["lr"], group["momentum"])


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, betas=(0.9, 0.99)):
        super().__init__(params, dict(lr=lr, betas=betas))
        self.update_fn = lion

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in filter(lambda p: p.grad is not None, group["params"]):
                state = self.state[p]
                if len(state) == 0:
                    state["exp_avg"] = torch.zeros_like(p)
                self.update_fn(p, p.grad, state["exp_avg"], group["lr"], *group["betas"])


class Aggregated(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1, betas=(0.0, 0.9)):
        super().__init__(params, dict(lr=lr, betas=betas))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if "buffers" not in state:
                    state["buffers"] = {}
                    for beta in group["betas"]:
                        state["buffers"][beta] = torch.zeros_like(p)
                for beta in group["betas"]:
                    buf = state["buffers"][beta]
                    buf.mul_(beta).add_(p.grad)
                    p.sub_(buf, alpha=group["lr"] / len(group["betas"]))


for cls in (Lists, Lion, Aggregated):
    net = nn.Linear(3, 1)
    nn.init.constant_(net.weight, 0.3)
    nn.init.zeros_(net.bias)
    optimizer = cls(net.parameters(), lr=0.05)
    x = torch.linspace(-1, 1, 12).view(4, 3)
    for _ in range(4):
        loss = (net(x) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), net.weight.sum().item())
