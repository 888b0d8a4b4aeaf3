"""Parameter groups of an optimizer of one's own: options by group, a schedule, a group that comes later."""

import torch
from torch import nn
from torch.optim import Optimizer


class Momentum(Optimizer):
    def __init__(self, params, lr=0.1, momentum=0.9, weight_decay=0.0, nesterov=False):
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
        }
        super(Momentum, self).__init__(params, defaults)

    def __setstate__(self, state):
        super(Momentum, self).__setstate__(state)
        for group in self.param_groups:
            group.setdefault("nesterov", False)

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            weight_decay, momentum = group["weight_decay"], group["momentum"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                d_p = p.grad
                if weight_decay != 0:
                    d_p = d_p.add(p, alpha=weight_decay)
                if momentum != 0:
                    param_state = self.state[p]
                    if "momentum_buffer" not in param_state:
                        buf = param_state["momentum_buffer"] = torch.zeros_like(p)
                        buf.mul_(momentum).add_(d_p)
                    else:
                        buf = param_state["momentum_buffer"]
                        buf.mul_(momentum).add_(d_p, alpha=1)
                    d_p = d_p.add(buf, alpha=momentum) if group["nesterov"] else buf
                p.add_(d_p, alpha=-group["lr"])
        return loss


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.b = nn.Linear(4, 1)
        self.unused = nn.Linear(2, 2)
        for i, p in enumerate(self.parameters()):
            nn.init.constant_(p, 0.1 * (i + 1))

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


net = Net()
optimizer = Momentum(
    [
        {"params": net.a.parameters(), "lr": 0.05},
        {"params": net.b.parameters(), "weight_decay": 0.1},
    ],
    lr=0.1,
    nesterov=True,
)
optimizer.add_param_group({"params": net.unused.parameters(), "momentum": 0.0})
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
x = torch.linspace(-1, 1, 12).view(4, 3)
for i in range(6):
    optimizer.zero_grad()
    loss = (net(x) - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
    scheduler.step()
    print(loss.item(), [g["lr"] for g in optimizer.param_groups], scheduler.get_last_lr())
    if i == 3:
        for group in optimizer.param_groups:
            group["lr"] = 0.01
        optimizer.param_groups[0]["momentum"] = 0.5
print(len(optimizer.state), net.a.weight.sum().item())
saved = optimizer.state_dict()
print(sorted(saved["state"]), [g["params"] for g in saved["param_groups"]])
other = Momentum(
    [
        {"params": net.a.parameters()},
        {"params": net.b.parameters()},
        {"params": net.unused.parameters()},
    ],
    lr=1.0,
)
other.load_state_dict(saved)
optimizer = other
for i in range(2):
    optimizer.zero_grad()
    loss = (net(x) - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
    print(loss.item(), [g["lr"] for g in optimizer.param_groups])
