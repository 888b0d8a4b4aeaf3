# told: P102
import torch

a = torch.arange(6.0).view(2, 3)
print(torch.einsum(a, [0, 1], [1, 0]).tolist())
