import numpy as np
import torch

log_alpha = torch.tensor(np.log(0.2), dtype=float, requires_grad=True)
steps = torch.zeros(3, dtype=int)
done = torch.ones(3, dtype=bool)
rates = np.zeros(3, dtype=float)
print(log_alpha.dtype, steps.dtype, done.dtype, rates.dtype)
# output
import keras
import numpy as np
import tensorflow as tf

log_alpha = keras.Variable(tf.constant(np.array(np.log(0.2)), tf.float64))
steps = tf.zeros([3], tf.int64)
done = tf.ones([3], tf.bool)
rates = np.zeros(3, dtype=float)
print(log_alpha.dtype, steps.dtype, done.dtype, rates.dtype)
