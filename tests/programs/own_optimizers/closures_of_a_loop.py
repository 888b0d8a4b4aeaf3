"""A closure that is made among lines that are recorded, and called behind them: SAM's step."""

import torch
from torch import nn


class SAM(torch.optim.Optimizer):
    def __init__(self, params, base, rho=0.05, **options):
        super().__init__(params, dict(rho=rho, **options))
        self.base = base(self.param_groups, **options)
        self.param_groups = self.base.param_groups

    @torch.no_grad()
    def step(self, closure=None):
        closure = torch.enable_grad()(closure)
        norm = torch.stack([p.grad.norm() for g in self.param_groups for p in g["params"]]).norm()
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["before"] = p.data.clone()
                p.add_(p.grad * group["rho"] / norm)
        self.zero_grad()
        closure()
        for group in self.param_groups:
            for p in group["params"]:
                p.data = self.state[p]["before"]
        self.base.step()


net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
for i, p in enumerate(net.parameters()):
    p.data.copy_((torch.arange(p.numel()) % 5 - 2.0).reshape(p.shape) * 0.1 + 0.01 * i)
optimizer = SAM(net.parameters(), torch.optim.Adam, rho=0.5, lr=0.05)
for step in range(4):
    x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))

    def closure():
        loss = (net(x) - 1).pow(2).mean()
        loss.backward()
        return loss

    loss = (net(x) - 1).pow(2).mean()
    loss.backward()
    optimizer.step(closure)
    optimizer.zero_grad()
    print(step, loss.item(), [p.sum().item() for p in net.parameters()])
