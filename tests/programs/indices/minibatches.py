import numpy as np
import torch

n = 6
obs = torch.arange(12.0).view(n, 2)
order = np.random.permutation(n)
order.sort()
for start in range(0, n, 2):
    mb = order[start : start + 2]
    print(obs[mb].tolist())
perm = torch.arange(n)
for chunk in perm.split(3):
    print(obs[chunk].sum().item())
for chunk in torch.chunk(perm, 4):
    print(len(chunk), obs[chunk].tolist())
