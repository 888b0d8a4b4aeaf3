import torch

x = torch.arange(6.0).reshape(2, 3)
print(tuple(x[True].shape), tuple(x[None].shape), tuple(x[False].shape), x[True].sum().item())
