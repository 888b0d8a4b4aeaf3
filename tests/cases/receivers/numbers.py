import torch

net = torch.nn.Linear(2, 1)
x = torch.ones(2)
value = net(x)
print(value.item(), float(value), float(value.mean()), int((value + 1)[0]), float(value * 2))
loss = value.mean()
print(loss.item(), float("1.5"))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, graph

net = Linear(2, 1)
x = tf.ones([2])
value = graph(net)(x)
print(
    value.numpy().item(),
    float(value.numpy().item()),
    float(tf.reduce_mean(value)),
    int((value + 1)[0]),
    float((value * 2).numpy().item()),
)
loss = tf.reduce_mean(value)
print(loss.numpy().item(), float("1.5"))
