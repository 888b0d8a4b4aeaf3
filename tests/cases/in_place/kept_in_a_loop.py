"""What a list got in one pass of a loop changes in the next."""

import torch

x, kept = torch.zeros(2), []
for i in range(2):
    x[0] += 1
    kept.append(x)
print(kept[0].sum().item())
# output
"""What a list got in one pass of a loop changes in the next."""

import tensorflow as tf

x, kept = tf.zeros([2]), []
for i in range(2):
    # porter: P102 changed in place: x has another name, which would not change
    x[0] += 1
    kept.append(x)
print(tf.reduce_sum(kept[0]).numpy().item())
# findings
# in_place/kept_in_a_loop.py:7:5: P102 error changed in place: x has another name, which would not change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
