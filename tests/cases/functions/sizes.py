import torch
from torch import nn


def buffers(x: torch.Tensor, rows, steps):
    noise = torch.FloatTensor(x.shape).uniform_(-1, 1)
    part = torch.Tensor(x.size()[1:])
    weights = nn.Parameter(torch.FloatTensor(rows, 3))
    data = torch.FloatTensor((rows, 3))
    counts = torch.arange(steps)
    return noise, part, weights, data, counts
# output
import keras
import numpy as np
import tensorflow as tf
from torch_compat import counted


def buffers(x: tf.Tensor, rows, steps):
    noise = tf.random.uniform(tf.zeros(x.shape).shape, -1, 1)
    part = tf.zeros(x.shape[1:])
    weights = keras.Variable(tf.zeros([rows, 3]))
    data = tf.convert_to_tensor(np.array((rows, 3)), tf.float32)
    counts = counted(steps)
    return noise, part, weights, data, counts
