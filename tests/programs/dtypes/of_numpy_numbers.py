import numpy as np
import torch

a = torch.from_numpy(np.linspace(0, 1, 3)) * torch.ones(3)
print(a.dtype, a.tolist())
b = torch.tensor(np.float64(2.0)) * torch.ones(2)
print(b.dtype, b.sum().item())
c = np.float64(2.0) * torch.ones(2)
print(c.dtype, c.sum().item())
d = torch.ones(2) * np.float64(0.5)
print(d.dtype, d.sum().item())
e = torch.ones(2, dtype=torch.float64) + torch.arange(2)
print(e.dtype, e.tolist())
