import numpy as np
import torch
from torch import FloatTensor

a, b = map(torch.FloatTensor, (np.ones((2, 3)), np.zeros(2)))
print(a.sum().item(), b.sum().item())
batch = [(np.ones(3) * i, float(i), i % 2) for i in range(4)]
s, r, d = map(FloatTensor, zip(*batch))
print(s.mean(1).tolist(), (r * (1 - d)).tolist())
k = list(map(torch.LongTensor, [[1, 2], [3]]))
print(
    [x.sum().item() for x in k], torch.cat(tuple(map(torch.FloatTensor, [[1.5], [2.5]]))).tolist()
)
