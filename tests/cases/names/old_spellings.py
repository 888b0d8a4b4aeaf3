import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable

policy = nn.Sequential(nn.Linear(4, 2), nn.Softmax())


def act(state, rate, steps):
    x = Variable(torch.from_numpy(state)).float()
    rates = torch.full((steps,), rate * rate)
    return F.softmax(policy(x)), F.log_softmax(x), torch.functional.F.relu(x), rates


weight = Variable(torch.randn(2, 2), requires_grad=True)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import (
    Function,
    Linear,
    Sequential,
    filled,
    from_array,
    graph,
    log_softmax_without_dim,
    softmax_without_dim,
)

policy = Sequential(Linear(4, 2), Function(softmax_without_dim))


def act(state, rate, steps):
    x = from_array(state, tf.float32)
    rates = filled((steps,), rate * rate)
    return (
        softmax_without_dim(graph(policy, taped=True)(x)),
        log_softmax_without_dim(x),
        tf.nn.relu(x),
        rates,
    )


weight = keras.Variable(tf.random.normal([2, 2]))
