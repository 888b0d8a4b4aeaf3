# Where TensorFlow would compute something else without a word.
import numpy as np
import torch

steps = torch.arange(5)
weights = np.load("weights.npy")
mask = steps > 2
print(steps * weights)
print(mask * weights)
print(mask - weights)
# output
# Where TensorFlow would compute something else without a word.
import numpy as np
import tensorflow as tf
from torch_compat import times_mask

steps = tf.range(5, dtype=tf.int64)
weights = np.load("weights.npy")
mask = steps > 2
# porter: P102 an integer tensor in arithmetic with a NumPy value of unknown dtype
print(steps * weights)
print(times_mask(weights, mask))
# porter: P102 a boolean tensor in arithmetic with something of unknown dtype
print(mask - weights)
# findings
# operators/refused.py:8:7: P102 error an integer tensor in arithmetic with a NumPy value of unknown dtype -> cast the tensor with .float()
# operators/refused.py:10:7: P102 error a boolean tensor in arithmetic with something of unknown dtype -> cast the mask with .float()
