import numpy as np
import torch
i = torch.tensor([1, 2, 3])
print((i + np.bool_(True)).dtype == torch.float32, (i + np.bool_(True)).tolist())
print((i * np.bool_(False)).tolist())
f = torch.tensor([1.0, 2.0])
print((f + np.bool_(True)).tolist(), (f * np.bool_(False)).tolist(), (1 - f * np.bool_(True)).tolist())
m = torch.tensor([True, False])
print((m + np.bool_(True)).tolist())
print((i + np.int64(3)).tolist(), (i + np.float32(0.5)).tolist(), (i + np.float64(0.5)).tolist())
d = f.double()
print((d * np.bool_(True)).dtype == torch.float64, (f == np.bool_(True)).tolist(), torch.tensor(np.bool_(True)).dtype == torch.bool)
def g(x, k):
    return x * k
for k in (np.bool_(True), 2, 0.5):
    print(g(i, k).tolist(), g(f, k).tolist())
