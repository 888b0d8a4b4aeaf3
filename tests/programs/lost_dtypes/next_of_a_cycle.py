import itertools
import torch

data = itertools.cycle([torch.arange(3), torch.ones(3, dtype=torch.float64)])
w = torch.tensor([0.1, 0.2, 0.3])
out = 0.0
for _ in range(4):
    out += (next(data) * w).sum().item()
print(out)
