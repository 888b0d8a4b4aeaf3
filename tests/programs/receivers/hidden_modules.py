# told: P104
import torch
import torch.nn as nn


class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        for p in self.parameters():
            nn.init.constant_(p, 0.5)

    def forward(self, x):
        return self._modules["fc"](x)


n = N()
print(
    n(torch.ones(1, 2)).tolist(),
    list(n._modules),
    list(n._parameters),
    n.__getattr__("fc").weight.sum().item(),
)
