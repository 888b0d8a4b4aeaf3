import torch
from torch import nn


def buffers(x: torch.Tensor, rows, steps):
    noise = torch.FloatTensor(x.shape).uniform_(-1, 1)
    part = torch.Tensor(x.size()[1:])
    weights = nn.Parameter(torch.FloatTensor(rows, 3))
    data = torch.FloatTensor((rows, 3))
    counts = torch.arange(steps)
    return noise, part, weights, data, counts


class Noisy(nn.Module):
    def __init__(self, rows, columns, other):
        super().__init__()
        self.weight = nn.Parameter(torch.FloatTensor(rows, columns))
        self.bias = nn.Parameter(torch.FloatTensor(rows))
        self.register_buffer("noise", torch.FloatTensor(columns))
        self.scale = nn.Parameter(torch.FloatTensor(other))  # numbers, or that many of them?
        self.shift = nn.Parameter(torch.Tensor(other).uniform_())


def noise(steps, sizes):
    return torch.Tensor(steps).normal_(), torch.Tensor([sizes]).zero_()
# output
import keras
import tensorflow as tf
import torch
from torch import nn
from torch_compat import TorchModel, counted


def buffers(x: tf.Tensor, rows, steps):
    noise = tf.random.uniform(x.shape, -1, 1)
    part = tf.zeros(x.shape[1:])
    weights = keras.Variable(tf.zeros([rows, 3]))
    data = tf.constant((rows, 3), tf.float32)
    counts = counted(steps)
    return noise, part, weights, data, counts


class Noisy(TorchModel):
    def __init__(self, rows, columns, other):
        super().__init__()
        self.weight = keras.Variable(tf.zeros([rows, columns]))
        self.bias = keras.Variable(tf.zeros([rows]))
        self.noise = keras.Variable(tf.zeros([columns]), trainable=False)
        # porter: P102 torch.FloatTensor: the argument may be a size, or the numbers themselves
        self.scale = nn.Parameter(torch.FloatTensor(other))  # numbers, or that many of them?
        # porter: P102 torch.Tensor: the argument may be a size, or the numbers themselves; P102 uniform_() changes a tensor in place inside of an expression
        self.shift = nn.Parameter(torch.Tensor(other).uniform_())


def noise(steps, sizes):
    # porter: P102 torch.Tensor: the argument may be a size, or the numbers themselves; P102 normal_() changes a tensor in place inside of an expression
    return torch.Tensor(steps).normal_(), torch.Tensor([sizes]).zero_()
# findings
# functions/sizes.py:20:35: P102 error torch.FloatTensor: the argument may be a size, or the numbers themselves -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# functions/sizes.py:21:35: P102 error torch.Tensor: the argument may be a size, or the numbers themselves -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# functions/sizes.py:21:35: P102 error uniform_() changes a tensor in place inside of an expression -> give it a line of its own
# functions/sizes.py:25:12: P102 error normal_() changes a tensor in place inside of an expression -> give it a line of its own
# functions/sizes.py:25:12: P102 error torch.Tensor: the argument may be a size, or the numbers themselves -> write it with TensorFlow by hand, or with a rule of your own (--rules)
