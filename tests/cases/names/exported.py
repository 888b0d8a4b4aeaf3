"""__all__ names what the file has: names of torch's are the importing file's own."""

import torch
from torch import nn
from torch.optim import SGD

__all__ = ["SGD", "nn", "start"]
start = torch.ones(2)
print(start.sum().item())
# output
"""__all__ names what the file has: names of torch's are the importing file's own."""

import tensorflow as tf

__all__ = ["start"]
start = tf.ones([2])
print(tf.reduce_sum(start).numpy().item())
