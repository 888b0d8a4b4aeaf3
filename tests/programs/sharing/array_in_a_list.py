"""An array that a list holds is written into, and a tensor shares its memory."""

import numpy as np
import torch

rows = []
array = np.zeros(3, np.float32)
rows.append((1, array))
tensor = torch.from_numpy(array)
number, row = rows[0]
row[1] = 5.0
print(tensor.sum().item())
