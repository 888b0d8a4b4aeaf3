# told: P102
import torch

x = torch.arange(6.0).reshape(2, 3)
print(x[True].shape, x[None].shape, x[False].shape, x[True].sum())
