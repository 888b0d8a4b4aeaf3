"""Several stores in one line: a line for each, and values ahead of stores that they could see."""
import numpy as np
import torch


class Buffer:
    def __init__(self):
        self.states, self.counts = torch.zeros(4, 3), torch.zeros(4)
        self.rows = 0

    def filled(self):
        return self.counts.sum()

    def add(self, t, state):
        self.states[t], self.counts[t] = state, self.filled() + 1  # how many there were
        self.rows += 1


def swapped(c, d):
    e = torch.zeros(2)
    f = torch.ones(2)
    e[0], f[0] = f[0], e[0]  # a view of e, which changes first
    return c + e, d + f


scores, names = np.zeros(3), [None, None]
scores[0], names[1] = 1.0, "a"
print(scores, names)
# output
"""Several stores in one line: a line for each, and values ahead of stores that they could see."""
import numpy as np
import tensorflow as tf
from torch_compat import at, replaced


class Buffer:
    def __init__(self):
        self.states, self.counts = tf.zeros([4, 3]), tf.zeros([4])
        self.rows = 0

    def filled(self):
        return tf.reduce_sum(self.counts)

    def add(self, t, state):
        value = self.filled() + 1
        self.states = replaced(self.states, lambda part: at(part)[t], state)
        self.counts = replaced(self.counts, lambda part: at(part)[t], value)  # how many there were
        self.rows += 1


def swapped(c, d):
    e = tf.zeros([2])
    f = tf.ones([2])
    value_2 = e[0]
    # porter: P102 changed in place: e has another name, which would not change
    e[0] = f[0]
    f = tf.tensor_scatter_nd_update(f, [[0]], [value_2])  # a view of e, which changes first
    return c + e, d + f


scores, names = np.zeros(3), [None, None]
scores[0], names[1] = 1.0, "a"
print(scores, names)
# findings
# in_place/several_in_one_line.py:15:9: N403 note each store copies all of self.counts, where torch writes a part of it: it gets another tensor -> keep a NumPy array in the attribute, and make tensors of what is read
# in_place/several_in_one_line.py:15:9: N403 note each store copies all of self.states, where torch writes a part of it: it gets another tensor -> keep a NumPy array in the attribute, and make tensors of what is read
# in_place/several_in_one_line.py:22:5: P102 error changed in place: e has another name, which would not change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
