"""Sharpness-aware minimization: two steps on two backwards, and an optimizer of torch's inside."""

import torch
from torch import nn


class SAM(torch.optim.Optimizer):
    def __init__(self, params, base_optimizer, rho=0.05, adaptive=False, **kwargs):
        defaults = dict(rho=rho, adaptive=adaptive, **kwargs)
        super(SAM, self).__init__(params, defaults)
        self.base_optimizer = base_optimizer(self.param_groups, **kwargs)
        self.param_groups = self.base_optimizer.param_groups
        self.defaults.update(self.base_optimizer.defaults)

    @torch.no_grad()
    def first_step(self, zero_grad=False):
        grad_norm = self._grad_norm()
        for group in self.param_groups:
            scale = group["rho"] / (grad_norm + 1e-12)
            for p in group["params"]:
                if p.grad is None:
                    continue
                self.state[p]["old_p"] = p.data.clone()
                e_w = (torch.pow(p, 2) if group["adaptive"] else 1.0) * p.grad * scale.to(p)
                p.add_(e_w)
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def second_step(self, zero_grad=False):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                p.data = self.state[p]["old_p"]
        self.base_optimizer.step()
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        assert closure is not None
        closure = torch.enable_grad()(closure)
        self.first_step(zero_grad=True)
        closure()
        self.second_step()

    def _grad_norm(self):
        shared_device = self.param_groups[0]["params"][0].device
        norm = torch.norm(
            torch.stack(
                [
                    ((torch.abs(p) if group["adaptive"] else 1.0) * p.grad)
                    .norm(p=2)
                    .to(shared_device)
                    for group in self.param_groups
                    for p in group["params"]
                    if p.grad is not None
                ]
            ),
            p=2,
        )
        return norm


net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
with torch.no_grad():
    for i, p in enumerate(net.parameters()):
        p.copy_(torch.linspace(-0.5, 0.5 + i, p.numel()).view_as(p))
x = torch.linspace(-1, 1, 15).view(5, 3)
y = x.sum(1, keepdim=True).sin()
optimizer = SAM(
    net.parameters(),
    torch.optim.SGD,
    rho=0.1,
    adaptive=True,
    lr=0.1,
    momentum=0.9,
    weight_decay=1e-3,
)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2, gamma=0.5)
for _ in range(5):
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    optimizer.first_step(zero_grad=True)
    nn.functional.mse_loss(net(x), y).backward()
    optimizer.second_step(zero_grad=True)
    scheduler.step()
    print(loss.item(), optimizer.param_groups[0]["lr"], net[0].weight.sum().item())

optimizer = SAM(net.parameters(), torch.optim.Adam, lr=0.01)


def closure():
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    return loss


for _ in range(3):
    loss = closure()
    optimizer.step(closure)
    optimizer.zero_grad()
    print(loss.item(), net[2].weight.sum().item())
