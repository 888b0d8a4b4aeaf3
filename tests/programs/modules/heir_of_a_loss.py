# told: P102
import torch, torch.nn as nn


class R10(nn.MSELoss):
    def forward(self, x, y):
        return super().forward(x, y) * 3


x = torch.tensor([[1.0, -2.5]])
print(R10()(x, x * 2).item())
