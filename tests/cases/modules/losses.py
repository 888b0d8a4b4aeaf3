import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters())
criterion = nn.MSELoss(reduction="none")
cross_entropy = nn.CrossEntropyLoss(label_smoothing=0.1)
for i in range(3):
    x = torch.from_numpy(np.random.rand(4, 3)).float()
    y = torch.zeros(4, 1, dtype=torch.float64)
    errors = criterion(net(x), y).mean(1)
    loss = errors.float().sum() + nn.SmoothL1Loss()(net(x), x[:, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(cross_entropy(x, torch.tensor([0, 1, 2, 0])).item())
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, CrossEntropyLoss, Linear, MSELoss, SmoothL1Loss, from_array, one_op

net = Linear(3, 1)
optimizer = Adam(net.trainable_variables)
criterion = MSELoss(reduction="none")
cross_entropy = CrossEntropyLoss(label_smoothing=0.1)


@one_op
@tf.function
def train_body(x):
    y = tf.zeros([4, 1], tf.float64)
    with tf.GradientTape() as tape:
        errors = tf.reduce_mean(criterion(tf.cast(net(x), tf.float64), y), axis=1)
        loss = tf.reduce_sum(tf.cast(errors, tf.float32)) + SmoothL1Loss()(net(x), x[:, :1])
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for i in range(3):
    x = from_array(np.random.rand(4, 3), tf.float32)
    train_body(x)
print(cross_entropy(x, tf.constant([0, 1, 2, 0], tf.int64)).numpy().item())
