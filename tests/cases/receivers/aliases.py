import torch


def scaled(data):
    r = torch.FloatTensor(data)
    before = r
    r *= 0.5
    total = torch.zeros(3)
    total += r
    return before.sum().item(), total
# output
import tensorflow as tf
from torch_compat import from_array


def scaled(data):
    r = from_array(data, tf.float32)
    before = r
    # porter: P102 changed in place: r may be another name of a tensor that is held elsewhere
    r *= 0.5
    total = tf.zeros([3])
    total += r
    return tf.reduce_sum(before).numpy().item(), total
# findings
# receivers/aliases.py:7:5: P102 error changed in place: r may be another name of a tensor that is held elsewhere -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
