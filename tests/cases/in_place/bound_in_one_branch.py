"""One branch makes a tensor of its own, the other changes the caller's."""

import torch


def first_to_one(x, copy):
    if copy:
        x = x.clone()
    x[0] = 1.0
    return x


y = torch.zeros(2)
print(first_to_one(y, False).sum().item(), y.sum().item())
# output
"""One branch makes a tensor of its own, the other changes the caller's."""

import tensorflow as tf


def first_to_one(x, copy):
    if copy:
        x = tf.identity(x)
    # porter: P102 changed in place: x belongs to the caller, who would not see the change
    x[0] = 1.0
    return x


y = tf.zeros([2])
print(tf.reduce_sum(first_to_one(y, False)).numpy().item(), tf.reduce_sum(y).numpy().item())
# findings
# in_place/bound_in_one_branch.py:9:5: P102 error changed in place: x belongs to the caller, who would not see the change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
