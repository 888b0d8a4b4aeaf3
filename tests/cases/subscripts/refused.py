# Several tensors as indices, where gather_nd has no short spelling.
import torch

x = torch.zeros(4, 3, 2)
rows = torch.arange(2)
mask = torch.zeros(4, dtype=torch.bool)
print(x[:, rows, rows])
print(x[rows[:, None], rows])
print(x[mask, rows])
print(x[[0, -1]])
print(x[rows, unknown])
print(x[mask, 1], x[mask, :, 1])
# output
# Several tensors as indices, where gather_nd has no short spelling.
import tensorflow as tf
from torch_compat import elements, taken

x = tf.zeros([4, 3, 2])
rows = tf.range(2, dtype=tf.int64)
mask = tf.zeros([4], tf.bool)
# porter: P102 a tensor is indexed by several tensors that are not its first indices
print(x[:, rows, rows])
print(elements(x, rows[:, None], rows))
print(elements(x, mask, rows))
print(taken(x, [0, -1]))
# porter: P102 a tensor is indexed by a tensor and something of unknown kind
print(x[rows, unknown])
print(tf.boolean_mask(x[:, 1], mask), tf.boolean_mask(x[:, :, 1], mask))
# findings
# subscripts/refused.py:7:7: P102 error a tensor is indexed by several tensors that are not its first indices -> use tf.gather or tf.gather_nd
# subscripts/refused.py:11:7: P102 error a tensor is indexed by a tensor and something of unknown kind -> use tf.gather or tf.gather_nd
