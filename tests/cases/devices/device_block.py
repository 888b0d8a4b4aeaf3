"""A block for a GPU that is chosen by number: dropped as devices are everywhere, with a note."""

import torch
from torch import nn

gpu = 0 if torch.cuda.is_available() else -1
net = nn.Linear(2, 1)
if gpu >= 0:
    with torch.cuda.device(gpu):
        net = net.cuda()
        x = torch.ones(1, 2).cuda()
else:
    x = torch.ones(1, 2)
with torch.cuda.device(gpu), torch.no_grad():
    # without a gradient
    print(net(x))
# output
"""A block for a GPU that is chosen by number: dropped as devices are everywhere, with a note."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, graph

gpu = 0 if bool(tf.config.list_physical_devices("GPU")) else -1
net = Linear(2, 1)
if gpu >= 0:
    x = tf.ones([1, 2])
else:
    x = tf.ones([1, 2])
# without a gradient
print(graph(net)(x))
# findings
# devices/device_block.py:9:10: N402 note TensorFlow uses the first GPU that it sees: choose it with CUDA_VISIBLE_DEVICES (also at line 14)
