import numpy as np
import torch

i = torch.tensor([0, 2])
x = torch.arange(12.0).view(3, 4)
print(x[i[:, None], i[None]].tolist(), x[i, i + 1].tolist())
a = np.arange(6, dtype=np.float64).reshape(2, 3)
t = torch.from_numpy(a)
m = np.array([True, False, True])
print(t[:, m].tolist(), t[0][torch.from_numpy(m)].tolist())
