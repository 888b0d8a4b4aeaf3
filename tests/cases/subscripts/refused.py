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

x = tf.zeros([4, 3, 2])
rows = tf.range(2, dtype=tf.int64)
mask = tf.zeros([4], tf.bool)
# porter: P102 a tensor is indexed by several tensors that are not its first indices
print(x[:, rows, rows])
# porter: P102 a tensor is indexed by several tensors of different shapes
print(x[rows[:, None], rows])
# porter: P102 a tensor is indexed by a mask and something else
print(x[mask, rows])
# porter: P102 indices below 0: TensorFlow's gather does not count from the end
print(x[[0, -1]])
# porter: P102 a tensor is indexed by a tensor and something of unknown kind
print(x[rows, unknown])
print(tf.boolean_mask(x[:, 1], mask), tf.boolean_mask(x[:, :, 1], mask))
# findings
# subscripts/refused.py:7:7: P102 error a tensor is indexed by several tensors that are not its first indices -> use tf.gather or tf.gather_nd
# subscripts/refused.py:8:7: P102 error a tensor is indexed by several tensors of different shapes -> use tf.gather or tf.gather_nd
# subscripts/refused.py:9:7: P102 error a tensor is indexed by a mask and something else -> use tf.gather or tf.gather_nd
# subscripts/refused.py:10:7: P102 error indices below 0: TensorFlow's gather does not count from the end -> use tf.gather or tf.gather_nd
# subscripts/refused.py:11:7: P102 error a tensor is indexed by a tensor and something of unknown kind -> use tf.gather or tf.gather_nd
