# told: P102
import torch

m = torch.tensor([True, False, True])
n = torch.tensor([False, False, True])
i = torch.tensor([1, 2, 3])
r = torch.where(m, True, 2)
print(r.tolist(), r.dtype == torch.int64, r.dtype == torch.bool)
