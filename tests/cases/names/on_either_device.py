import torch
import torch.autograd as autograd
import torch.nn as nn

USE_CUDA = torch.cuda.is_available()
Variable = lambda *args, **kwargs: autograd.Variable(*args, **kwargs).cuda() if USE_CUDA else autograd.Variable(*args, **kwargs)
FLOAT = torch.cuda.FloatTensor if USE_CUDA else torch.FloatTensor
if USE_CUDA:
    LongTensor = torch.cuda.LongTensor
else:
    LongTensor = torch.LongTensor
net = nn.Linear(2, 3)


def to_tensor(array, dtype=FLOAT):
    return Variable(torch.from_numpy(array)).type(dtype)


def act(state):
    values = net(Variable(FLOAT(state).unsqueeze(0), volatile=True))
    return values.gather(1, LongTensor([[0]]))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, autograd_variable, from_array, graph

USE_CUDA = bool(tf.config.list_physical_devices("GPU"))
Variable = autograd_variable
FLOAT = tf.float32
if USE_CUDA:
    LongTensor = tf.int64
else:
    LongTensor = tf.int64
net = Linear(2, 3)


def to_tensor(array, dtype=FLOAT):
    return tf.cast(from_array(array), dtype)


def act(state):
    values = graph(net, taped=True)(from_array([state], tf.float32))
    return tf.gather(values, tf.constant([[0]], tf.int64), batch_dims=1)
