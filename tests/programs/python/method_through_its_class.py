import torch
from torch import nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 1)
        nn.init.constant_(self.l.weight, 0.5)
        nn.init.zeros_(self.l.bias)

    def forward(self, x):
        return self.l(x)


m = M()
print(M.forward(m, torch.ones(1, 2)).item())
print(m.forward(torch.ones(1, 2)).item())
