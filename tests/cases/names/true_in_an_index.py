"""True in what is assigned to is no name of the program's."""
import torch

found = {}
x = torch.ones(2, 3)
found[(0, True)] = torch.nn.functional.linear(x, x)
# output
"""True in what is assigned to is no name of the program's."""
import tensorflow as tf

found = {}
x = tf.ones([2, 3])
found[(0, True)] = tf.matmul(x, x, transpose_b=True)
