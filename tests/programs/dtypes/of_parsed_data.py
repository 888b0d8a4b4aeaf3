import json

import torch

rows = json.loads("[[1, 2], [3, 4]]")
t = torch.tensor(rows)
print(
    (t * torch.ones(2)).sum().item(), (t / 2).sum().item(), (t + 1).dtype, t.float().mean().item()
)
