import torch

net = torch.nn.Linear(2, 1)
x = torch.FloatTensor([[1.0, 2.0]])

# before the block
with torch.no_grad():  # no gradient here
    # first
    y = net(x)  # forward

    z = y.mean()
    # last

# behind the block
print(f"{torch.cuda.is_available()} and {z.item()}")
with torch.no_grad():
    pass
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, graph

net = Linear(2, 1)
x = tf.constant([[1.0, 2.0]], tf.float32)

# before the block
# no gradient here
# first
y = graph(net)(x)  # forward

z = tf.reduce_mean(y)
# last

# behind the block
print(f"{bool(tf.config.list_physical_devices('GPU'))} and {z.numpy().item()}")
pass
