"""What zip() goes over is not read any more when its memory changes."""

import numpy as np
import torch

state = np.zeros(2, np.float32)
pairs = list(zip([torch.from_numpy(state)], [1]))
for x, n in pairs:
    print(x.sum().item() * n)
state[0] = 5.0
# output
"""What zip() goes over is not read any more when its memory changes."""

import numpy as np
import tensorflow as tf
from torch_compat import from_array

state = np.zeros(2, np.float32)
pairs = list(zip([from_array(state)], [1]))
for x, n in pairs:
    print(tf.reduce_sum(x).numpy().item() * n)
state[0] = 5.0
