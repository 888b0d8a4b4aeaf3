import numpy as np
import torch
from arithmetic import blend, total
from batches import batches
from returns import discounted, normalised

r = torch.tensor([1.0, 0.0, 2.0])
g = discounted(r, 0.9)
print([round(v, 4) for v in g.tolist()], [round(v, 4) for v in normalised(g).tolist()], r.tolist())
print(round(float(normalised(np.array([1.0, 2.0]))[0]), 4))

x = torch.arange(10).float().view(5, 2)
y = torch.tensor([0, 1, 0, 1, 1])
for a, b in batches(x, y, 2):
    print(a.sum(1).tolist(), b.tolist(), b.dtype == torch.int64)

i, f, d = torch.tensor([1, 2]), torch.tensor([0.5, 1.5]), torch.tensor([0.1, 0.2]).double()
print(blend(i, f, 0.25).tolist(), blend(1.0, 2.0, 0.5), total(i, f, d).dtype == torch.float64)
