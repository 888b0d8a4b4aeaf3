"""Lists that are written out in a call: all items get torch's common dtype."""

import torch

x = torch.ones(4, 3)
steps = torch.arange(4)
print(torch.cat([x, steps.unsqueeze(1)], dim=1))
print(torch.stack((steps, x[:, 0]), dim=1))
print(torch.vstack([x, x]), torch.cat([steps, steps]))
print(torch.cat([row * steps[0] for row in x]))
# output
"""Lists that are written out in a call: all items get torch's common dtype."""

import tensorflow as tf

x = tf.ones([4, 3])
steps = tf.range(4, dtype=tf.int64)
print(tf.concat([x, tf.cast(tf.expand_dims(steps, axis=1), tf.float32)], axis=1))
print(tf.stack((tf.cast(steps, tf.float32), x[:, 0]), axis=1))
print(tf.experimental.numpy.vstack([x, x]), tf.concat([steps, steps], axis=0))
print(tf.concat([row * tf.cast(steps[0], tf.float32) for row in x], axis=0))
