import torch
from torch import nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 1)
        nn.init.constant_(self.l.weight, 0.5)
        nn.init.zeros_(self.l.bias)

    def forward(self, x, *rest):
        for r in rest:
            x = x + r
        return self.l(x)


m = M()
print(m(torch.ones(1, 2), 2.0).item(), m(torch.ones(1, 2), 1, torch.ones(1, 2)).item())
