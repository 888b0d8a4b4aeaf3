import torch
import torch.nn as nn

judge = nn.Linear(2, 1)
optimizer = torch.optim.Adam(judge.parameters(), lr=1e-2)
criterion = nn.BCEWithLogitsLoss()

for i in range(4):
    real, fake = torch.rand(8, 2), torch.rand(8, 2)
    judge.zero_grad()

    # The real ones
    error = criterion(judge(real), torch.ones(8, 1))
    error.backward()

    # The others
    error = criterion(judge(fake), torch.zeros(8, 1))
    error.backward()
    optimizer.step()
    print(error.item())
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, BCEWithLogitsLoss, Linear, one_op

judge = Linear(2, 1)
optimizer = Adam(judge.trainable_variables, lr=1e-2)
criterion = BCEWithLogitsLoss()


@one_op
@tf.function
def train_body():
    real, fake = tf.random.uniform([8, 2]), tf.random.uniform([8, 2])

    with tf.GradientTape() as tape:
        # The real ones
        error = criterion(judge(real), tf.ones([8, 1]))
        loss = error

        # The others
        error = criterion(judge(fake), tf.zeros([8, 1]))
    grads = tape.gradient([loss, error], optimizer.params)
    optimizer.apply(grads)
    return error


for i in range(4):
    error = train_body()
    print(error.numpy().item())
