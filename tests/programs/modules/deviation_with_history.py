# told: P102
# lines: 18 19 38
import torch
import torch.nn as nn


class Last(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(2, 2)
        self.register_buffer("var", torch.ones(2))
        self.register_buffer("std", torch.ones(2))

    def forward(self, x):
        x = self.encode(x)
        with torch.no_grad():
            self.var += 0.1
        self.var.copy_(x.var(0))
        self.std = torch.sqrt(self.var)
        return x / self.std


class Given(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("var", torch.ones(2))
        self.register_buffer("std", torch.ones(2))
        self.register_buffer("scale", torch.ones(2))

    def forward(self, x):
        self.var *= 0.5
        self.count(x)
        return x / self.std

    def count(self, x):
        with torch.no_grad():
            self.var += x.var(0)
        self.std = torch.sqrt(self.scale) * x[0]


for net in (Last(), Given()):
    w = torch.ones(3, 2, requires_grad=True)
    loss = net(w * torch.arange(6.0).reshape(3, 2)).sum()
    loss.backward()
    print(w.grad.sum().item(), net.state_dict()["std"].sum().item())
