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
from torch_compat import at, taken

x = tf.zeros([4, 3, 2])
rows = tf.range(2, dtype=tf.int64)
mask = tf.zeros([4], tf.bool)
print(at(x)[:, rows, rows])
print(at(x)[rows[:, None], rows])
print(at(x)[mask, rows])
print(taken(x, [0, -1]))
print(at(x)[rows, unknown])
print(tf.boolean_mask(x[:, 1], mask), tf.boolean_mask(x[:, :, 1], mask))
