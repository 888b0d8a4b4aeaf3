"""Functions and methods of NumPy that write into the memory of a tensor."""

import numpy as np
import torch

counts = np.zeros(2, np.float32)
x = torch.from_numpy(counts)
np.add.at(counts, [0, 0], 1.0)
print(x.sum().item())
# output
"""Functions and methods of NumPy that write into the memory of a tensor."""

import numpy as np
import tensorflow as tf
from torch_compat import from_array

counts = np.zeros(2, np.float32)
np.add.at(counts, [0, 0], 1.0)
print(tf.reduce_sum(from_array(counts)).numpy().item())
