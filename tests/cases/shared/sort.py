"""A method that sorts an array writes into the memory of its tensor."""

import numpy as np
import torch

values = np.array([3.0, 1.0], np.float32)
x = torch.from_numpy(values)
values.sort()
print(x[0].item())
# output
"""A method that sorts an array writes into the memory of its tensor."""

import numpy as np
from torch_compat import from_array

values = np.array([3.0, 1.0], np.float32)
values.sort()
print(from_array(values).numpy()[0].item())
