# Somebody else would see the change, or it is not known whether anybody would.
import torch


def train(batch: torch.Tensor, cache):
    batch[0] = 1.0
    row = cache["row"].float()
    row += 1
    total = torch.zeros(3)
    view = total[1:]
    total.fill_(2)
    other = torch.ones(3).mul_(2)
    kept = [other]
    other.add_(1)
    third = other.add_(1)
    return total, view, kept, third


buffer = torch.zeros(3)


def store(i):
    buffer[i] = 1.0
# output
# Somebody else would see the change, or it is not known whether anybody would.
import tensorflow as tf
from torch_compat import cast_copy


def train(batch: tf.Tensor, cache):
    # porter: P102 changed in place: batch belongs to the caller, who would not see the change
    batch[0] = 1.0
    row = cast_copy(cache["row"], tf.float32)
    row += 1
    total = tf.zeros([3])
    view = total[1:]
    # porter: P102 changed in place: total has another name, which would not change
    total.fill_(2)
    other = tf.ones([3]) * 2
    kept = [other]
    # porter: P102 changed in place: other has another name, which would not change
    other.add_(1)
    # porter: P102 add_() changes a tensor in place inside of an expression
    third = other.add_(1)
    return total, view, kept, third


buffer = tf.zeros([3])


def store(i):
    # porter: P102 changed in place: buffer is not bound in this function
    buffer[i] = 1.0
# findings
# in_place/refused.py:6:5: P102 error changed in place: batch belongs to the caller, who would not see the change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
# in_place/refused.py:7:11: N402 note this cast is taken for a copy: where it has this dtype already, torch would change the tensor itself, and the port raises
# in_place/refused.py:11:5: P102 error changed in place: total has another name, which would not change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
# in_place/refused.py:14:5: P102 error changed in place: other has another name, which would not change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
# in_place/refused.py:15:13: P102 error add_() changes a tensor in place inside of an expression -> give it a line of its own
# in_place/refused.py:23:5: P102 error changed in place: buffer is not bound in this function -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
