import torch

x = torch.rand(3)
x //= 0.1
a = torch.arange(4)
a //= 2
# output
import tensorflow as tf

x = tf.random.uniform([3])
# porter: P102 //= of floats: TensorFlow floors the rounded quotient, torch the exact one
x //= 0.1
a = tf.range(4, dtype=tf.int64)
a //= 2
# findings
# operators/floor_divide_assign.py:4:1: P102 error //= of floats: TensorFlow floors the rounded quotient, torch the exact one -> write x = x // y
