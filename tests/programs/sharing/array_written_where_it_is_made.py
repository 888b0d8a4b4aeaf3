# told: P102
import torch

x = torch.ones(3)
x.numpy()[0] = 5.0
print(x.sum().item())
