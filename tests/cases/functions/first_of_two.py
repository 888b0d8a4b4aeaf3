"""What nobody reads of a maximum is not computed."""

import torch
from torch import nn
def f(x: torch.Tensor, net):
    with torch.no_grad():
        target_max, _ = x.max(dim=1)
        low, _ = torch.min(x, 1)
    v, i = x.max(1)
    for _ in range(3):
        pass
    return target_max, v, i, low
q = nn.Linear(3, 2)
v, _ = q(torch.ones(4, 3)).max(dim=1, keepdim=True)
print(f(torch.ones(3, 3), q), v)
# output
"""What nobody reads of a maximum is not computed."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, graph, largest
def f(x: tf.Tensor, net):
    target_max = tf.stop_gradient(tf.reduce_max(x, axis=1))
    low = tf.stop_gradient(tf.reduce_min(x, axis=1))
    v, i = (largest(x, axis=1), tf.argmax(x, axis=1))
    for _ in range(3):
        pass
    return target_max, v, i, low
q = Linear(3, 2)
v = tf.reduce_max(graph(q)(tf.ones([4, 3])), axis=1, keepdims=True)
print(f(tf.ones([3, 3]), q), v)
