"""Bytes are a mask, not indices."""

import torch

x = torch.arange(3.0)
done = torch.tensor([0, 1, 1], dtype=torch.uint8)
print(x[done])
# output
"""Bytes are a mask, not indices."""

import numpy as np
import tensorflow as tf

x = tf.constant(np.arange(3.0), tf.float32)
done = tf.constant([0, 1, 1], tf.uint8)
print(tf.boolean_mask(x, tf.cast(done, tf.bool)))
