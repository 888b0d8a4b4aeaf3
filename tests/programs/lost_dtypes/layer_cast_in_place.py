import torch

layer = torch.nn.Hardswish().to(dtype=torch.float)
x = torch.linspace(-4, 4, 5, dtype=torch.double)
print(layer(x.float()).sum().item(), x.sum().item())
