import torch

net = torch.nn.Linear(3, 1)
x = torch.tensor([1, 2, 3])
y = torch.randn(3)
print(x * 0.5, x / 2, x // 2, x % 2, x + 1, (x > 1) * y, 3 * (x + 1) * y, y[x - 1], y[y > 0], y[-1])
mask = (x > 1) * (y > 0)
z = torch.zeros(3)
z[0] = 1.0
rows = z[torch.arange(3)]
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Linear, taken

net = Linear(3, 1)
x = tf.constant([1, 2, 3], tf.int64)
y = tf.random.normal([3])
print(
    tf.cast(x, tf.float32) * 0.5,
    tf.cast(x, tf.float32) / 2,
    x // 2,
    x % 2,
    x + 1,
    tf.cast(x > 1, tf.float32) * y,
    tf.cast(3 * (x + 1), tf.float32) * y,
    taken(y, x - 1),
    tf.boolean_mask(y, y > 0),
    y[-1],
)
mask = (x > 1) & (y > 0)
z = np.zeros([3], np.float32)
z[0] = 1.0
rows = tf.gather(z, tf.range(3, dtype=tf.int64))
