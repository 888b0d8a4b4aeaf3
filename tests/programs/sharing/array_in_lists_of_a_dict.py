"""The same through a list in a dict, which a loop takes apart."""

import numpy as np
import torch

table = {"rows": []}
array = np.zeros(3, np.float32)
table["rows"].append(array)
tensor = torch.from_numpy(array)
for key, rows in table.items():
    for row in rows:
        row += 2
print(tensor.sum().item())
