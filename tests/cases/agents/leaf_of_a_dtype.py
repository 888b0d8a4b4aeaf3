"""A temperature that is made with its dtype: a leaf all the same."""

import numpy as np
import torch

log_alpha = torch.zeros(1, dtype=torch.float32, requires_grad=True)
scale = torch.ones(1, requires_grad=True, dtype=torch.float32)
optimizer = torch.optim.Adam([log_alpha, scale], lr=1e-2)
rng = np.random.RandomState(0)
for step in range(4):
    log_prob = torch.from_numpy(rng.randn(5)).float()
    loss = -(log_alpha * scale * (log_prob - 2.0).detach()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), log_alpha.exp().item())
# output
"""A temperature that is made with its dtype: a leaf all the same."""

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, from_array, one_op

log_alpha = keras.Variable(tf.zeros([1], tf.float32))
scale = keras.Variable(tf.ones([1], tf.float32))
optimizer = Adam([log_alpha, scale], lr=1e-2)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(log_prob):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(log_alpha * scale * tf.stop_gradient(log_prob - 2.0))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(4):
    log_prob = from_array(rng.randn(5), tf.float32)
    loss = train_body(log_prob)
    print(step, loss.numpy().item(), tf.exp(log_alpha).numpy().item())
