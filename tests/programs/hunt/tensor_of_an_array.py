# told: P102
import numpy as np
import torch

array = np.full((2, 3), 3, np.float32)
t = torch.Tensor(array)
for i in range(2):
    t[i] += i
print(float(array.sum()))
