"""Places that NumPy finds: np.where(mask), np.ix_, np.unravel_index; and several arrays of one."""

import numpy as np
import torch

x = torch.arange(12.0).view(3, 4)
a = np.arange(12).reshape(3, 4)
mask = a % 5 == 0
print(x[np.where(mask)].tolist(), x[np.nonzero(mask)].tolist(), x[mask.nonzero()].tolist())
print(x[np.ix_([0, 2], [1, 3])].tolist(), x[np.triu_indices(3)].tolist())
best = np.unravel_index(np.argmax(a), a.shape)
print(x[best].item(), a[best])
t, e = np.unravel_index([1, 5], (3, 4))
print(x[t, e].tolist(), x[np.where(a[:, 0] > 1)[0]].tolist())
y = x.clone()
y[np.where(mask)] = -1.0
print(y.tolist())
for idx in np.array_split(np.arange(3), 2):
    print(x[idx].tolist(), torch.from_numpy(a[idx]).sum().item())
ids = np.where(mask[:, 0])[0]
print(len(ids), a[ids].tolist(), torch.as_tensor(ids).tolist())
parts = np.split(a.astype(np.float32), 3)
print([torch.from_numpy(p).mean().item() for p in parts], torch.as_tensor(parts[1]).shape == (1, 4))
