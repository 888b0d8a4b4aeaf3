"""An array that a function makes under another name."""

import numpy as np
import torch


def total():
    made = np.zeros(2, np.float32)
    array = made
    x = torch.from_numpy(array)
    made[0] = 1.0
    return x.sum().item()


print(total())
# output
"""An array that a function makes under another name."""

import numpy as np
import tensorflow as tf
from torch_compat import from_array


def total():
    made = np.zeros(2, np.float32)
    array = made
    made[0] = 1.0
    return tf.reduce_sum(from_array(array)).numpy().item()


print(total())
