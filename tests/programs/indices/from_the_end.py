import numpy as np
import torch

x = torch.arange(10.0)
print(x[np.array([-1, 2])].tolist())
idx = np.arange(4) - 2
print(x[idx].tolist())
print(x[torch.from_numpy(idx)].tolist())
rows = [i - 3 for i in range(3)]
print(x[rows].tolist())
last = torch.tensor([3, 1]) - 4
print(x.view(5, 2)[last, 0].tolist(), x.view(5, 2)[0, -1].item())
lengths = torch.tensor([2, 1])
y = torch.arange(12.0).view(2, 3, 2)
print(y[torch.arange(2), lengths - 1].tolist())
print(y[torch.arange(2), lengths - 3].tolist())
print(y[:, -1].tolist(), y[:, [-1, 0]].tolist())
