# told: P102
import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, n, device=None, dtype=None):
        factory_kwargs = {"device": device, "dtype": dtype}
        super().__init__()
        self.first = nn.Linear(n, n, bias=False, **factory_kwargs)

    def forward(self, x):
        return self.first(x)


def build(**options):
    return nn.LayerNorm(3, **options)


print(Block(3)(torch.ones(2, 3)).shape[1])
print(build(device="cpu")(torch.ones(1, 3)).sum().item())
