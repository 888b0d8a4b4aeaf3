# told: P102
import torch
import torch.nn as nn

w = torch.zeros(2, 3)
v = w
nn.init.ones_(w)
print(v.sum().item())
