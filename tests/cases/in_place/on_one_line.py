import torch

x = torch.zeros(3); x[1] = 4.0
if x.sum() > 1: x[2] = 3.0; x += 1
print(x.tolist()); n = 1
y = x; x[0] = 1.0
print(y)
# output
import tensorflow as tf

x = tf.zeros([3])
x = tf.tensor_scatter_nd_update(x, [[1]], [4.0])
if tf.reduce_sum(x) > 1:
    x = tf.tensor_scatter_nd_update(x, [[2]], [3.0])
    x += 1
print(x.numpy().tolist()); n = 1
y = x
# porter: P102 changed in place: x has another name, which would not change
x[0] = 1.0
print(y)
# findings
# in_place/on_one_line.py:6:8: P102 error changed in place: x has another name, which would not change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
