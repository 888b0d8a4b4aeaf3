import numpy as np
import torch

i = torch.tensor([7, -7, 3, 2])
j = torch.tensor([2, 3, -2, 5])
s = np.float32(0.5)
t = np.int64(3)
for v in (i + 0.5, i * s, i - t, i / 2, i // 2, i % 3, i ** 2, i / j, i // j, i % j, i * np.float64(2.5), 2 ** j.abs(), i.float() ** j.abs(),
          i // 2.5, i % 2.5, 7 // j, 7 % j, 7 / j, 0.5 ** j.abs(), i * True, i / t, i // t, i % t):
    print(v.tolist(), str(v.dtype)[-5:] if False else (v.dtype == torch.int64), v.dtype == torch.float32)
