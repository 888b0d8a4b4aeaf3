import torch


def starred(action, limits, shape, rows):
    a = torch.zeros(*shape)
    b = torch.randn(2, *shape, dtype=torch.float64)
    c = action.detach().clamp(*limits)
    d = action.view(*action.shape[:2], -1)
    e = torch.rand(*c.shape)
    f = torch.exp(*rows)  # only the program knows what this is
    return a, b, c, d, e, f
# output
import tensorflow as tf
import torch
from torch_compat import clamp


def starred(action, limits, shape, rows):
    a = tf.zeros(shape)
    b = tf.random.normal([2, *shape], dtype=tf.float64)
    c = clamp(tf.stop_gradient(action), *limits)
    d = tf.reshape(action, [*action.shape[:2], -1])
    e = tf.random.uniform(c.shape)
    # porter: P102 torch.exp: arguments given with *
    f = torch.exp(*rows)  # only the program knows what this is
    return a, b, c, d, e, f
# findings
# functions/starred.py:10:9: P102 error torch.exp: arguments given with * -> write it with TensorFlow by hand, or with a rule of your own (--rules)
