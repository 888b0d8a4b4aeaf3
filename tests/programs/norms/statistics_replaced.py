# told: P102
import torch
import torch.nn as nn

norm = nn.BatchNorm1d(2)
norm.running_mean = torch.ones(2)
print(norm.eval()(torch.ones(3, 2)).sum().item())
