"""What map() calls is a function; as any other argument, torch.FloatTensor is a dtype."""

import functools

import numpy as np
import torch

rows = [np.ones(3), np.zeros(3)]
first, second = map(torch.FloatTensor, rows)
arrays = list(map(torch.from_numpy, rows))
tensors = list(map(torch.Tensor, rows))
make = functools.partial(torch.FloatTensor)
whole = first.type(torch.LongTensor)
print(isinstance(whole, torch.Tensor), arrays, tensors)
# output
"""What map() calls is a function; as any other argument, torch.FloatTensor is a dtype."""

import functools

import numpy as np
import tensorflow as tf
import torch
from torch_compat import from_array, from_numpy

rows = [np.ones(3), np.zeros(3)]
first, second = (from_array(item, tf.float32) for item in rows)
arrays = list(map(from_numpy, rows))
tensors = list((from_array(item, tf.float32) for item in rows))
# porter: P101 torch.FloatTensor can only be called
make = functools.partial(torch.FloatTensor)
whole = tf.cast(first, tf.int64)
print(tf.is_tensor(whole), arrays, tensors)
# findings
# names/handed_to_map.py:12:26: P101 error torch.FloatTensor can only be called -> write it with TensorFlow by hand, or add a rule for torch.FloatTensor (--rules)
