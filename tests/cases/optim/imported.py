import torch
from torch import nn
from torch.optim import Adam
from torch.optim.lr_scheduler import StepLR

net = nn.Linear(4, 2)
optimizer = Adam(net.parameters(), lr=3e-4)
scheduler = StepLR(optimizer, 10)

optimizer.zero_grad()
for _ in range(100):
    loss = net(torch.ones(1, 4)).pow(2).sum()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    scheduler.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, StepLR, one_op

net = Linear(4, 2)
optimizer = Adam(net.trainable_variables, lr=3e-4)
scheduler = StepLR(optimizer, 10)


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(tf.ones([1, 4]))))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for _ in range(100):
    train_body()
    scheduler.step()
