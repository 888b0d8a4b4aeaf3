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
from torch_compat import float_tensor_of, from_array, from_numpy

rows = [np.ones(3), np.zeros(3)]
first, second = (from_array(item, tf.float32) for item in rows)
arrays = list(map(from_numpy, rows))
tensors = list((from_array(item, tf.float32) for item in rows))
make = functools.partial(float_tensor_of)
whole = tf.cast(first, tf.int64)
print(tf.is_tensor(whole), arrays, tensors)
