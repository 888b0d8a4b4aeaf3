# What is logged stays outside of the train body.
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils import tensorboard

net = nn.Linear(3, 1)
optimizer = optim.Adam(net.parameters())
writer = tensorboard.SummaryWriter("runs/net")
for step in range(10):
    x = torch.rand(4, 3)
    y = net(x)
    loss = F.mse_loss(y, x.sum(1, keepdim=True))
    writer.add_scalar("y", y.mean(), step)
    if step % 2 == 0:
        writer.add_scalar("loss", loss, step)
        writer.add_histogram("y", y, step)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
writer.close()
# output
# What is logged stays outside of the train body.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, SummaryWriter, one_op

net = Linear(3, 1)
optimizer = Adam(net.trainable_variables)
writer = SummaryWriter("runs/net")


@one_op
@tf.function
def train_body():
    x = tf.random.uniform([4, 3])
    with tf.GradientTape() as tape:
        y = net(x)
        loss = tf.reduce_mean(tf.square(y - tf.reduce_sum(x, axis=1, keepdims=True)))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return y, loss


for step in range(10):
    y, loss = train_body()
    writer.add_scalar("y", tf.reduce_mean(y), step)
    if step % 2 == 0:
        writer.add_scalar("loss", loss, step)
        writer.add_histogram("y", y, step)
writer.close()
# findings
# logging/in_an_update.py:10:10: N402 note TensorBoard shows the same, but the event files hold tensors where torch writes plain scalars, histograms of 30 buckets, graphs of TensorFlow's operations, and the time of a call
