"""A function that centres the gradients before an optimizer of the program's own steps."""

import torch
from torch import nn


class Lamb(torch.optim.Optimizer):
    def __init__(self, params, lr=0.02, betas=(0.9, 0.999)):
        super().__init__(params, dict(lr=lr, betas=betas))

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state, grad = self.state[p], p.grad.data
                if len(state) == 0:
                    state["mean"] = torch.zeros_like(p.data)
                    state["square"] = torch.zeros_like(p.data)
                first, second = group["betas"]
                state["mean"].mul_(first).add_(grad, alpha=1 - first)
                state["square"].mul_(second).addcmul_(grad, grad, value=1 - second)
                change = state["mean"] / state["square"].sqrt().add(1e-6)
                size, length = p.data.norm(), change.norm()
                trust = 1 if size == 0 or length == 0 else size / length
                p.data.add_(-group["lr"] * trust * change)


def centralize(model):
    for p in model.parameters():
        if p.grad is not None and p.grad.dim() > 1:
            p.grad.data.add_(-p.grad.data.mean(dim=tuple(range(1, p.grad.dim())), keepdim=True))


net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
for i, p in enumerate(net.parameters()):
    p.data.copy_((torch.arange(p.numel()) % 5 - 2.0).reshape(p.shape) * 0.1 + 0.01 * i)
for optimizer in (Lamb(net.parameters()), torch.optim.SGD(net.parameters(), 0.1)):
    for step in range(4):
        x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
        loss = (net(x) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        centralize(net)
        optimizer.step()
        print(step, loss.item(), [p.sum().item() for p in net.parameters()])
