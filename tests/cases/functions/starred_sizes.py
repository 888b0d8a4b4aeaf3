# What stands behind a star may be a choice: in a list it needs parentheses, in a call none.
import torch


def widened(n):
    def widen(v):
        if isinstance(v, float):
            return torch.tensor([v]).expand(n, 1)
        return v.expand(n, *v.size())

    return widen
# output
# What stands behind a star may be a choice: in a list it needs parentheses, in a call none.
import tensorflow as tf
from torch_compat import expand


def widened(n):
    def widen(v):
        if isinstance(v, float):
            return expand(tf.constant([v]), [n, 1])
        return expand(v, [n, *(v.shape if tf.is_tensor(v) else v.size())]) if tf.is_tensor(v) else v.expand(n, *v.shape if tf.is_tensor(v) else v.size())

    return widen
