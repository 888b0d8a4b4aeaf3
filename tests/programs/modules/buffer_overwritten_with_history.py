# told: P102
# lines: 14 26
import torch
import torch.nn as nn


class Copied(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("var", torch.ones(2))

    def forward(self, x):
        spread = x.var(0)
        self.var.copy_(spread)
        return x / self.var


class Stored(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(2, 2)
        self.register_buffer("var", torch.ones(2))

    def keep(self):
        nn.init.ones_(self.encode.weight)
        self.var[0] = self.encode.weight.sum()

    def forward(self, x):
        self.keep()
        return x / self.var


for net in (Copied(), Stored()):
    w = torch.ones(3, 2, requires_grad=True)
    loss = net(w * torch.arange(6.0).reshape(3, 2)).sum()
    loss.backward()
    print(w.grad.sum().item(), net.state_dict()["var"].sum().item())
