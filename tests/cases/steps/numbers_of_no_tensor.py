# What looks like numbers of a log, and is none: a block beside a backward() with a line that
# gives no tensor stays as it is.
import torch
from torch import nn

net = nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
kept = []
for step in range(10):
    x = torch.randn(8, 4)
    loss = net(x).pow(2).mean()
    with torch.no_grad():
        count = len(x)
        kept.append(net(x).abs().mean().item())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(kept, count)
# output
# What looks like numbers of a log, and is none: a block beside a backward() with a line that
# gives no tensor stays as it is.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, graph, one_op

net = Linear(4, 2)
optimizer = Adam(net.trainable_variables, lr=1e-3)
kept = []


@one_op
@tf.function
def train_body():
    x = tf.random.normal([8, 4])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x)))
    grads = tape.gradient(loss, optimizer.params)
    return x, grads


@one_op
@tf.function
def call_net(x):
    return net(x)


for step in range(10):
    x, grads = train_body()
    count = len(x)
    kept.append(tf.reduce_mean(tf.abs(call_net(x))).numpy().item())
    graph(optimizer.apply)(grads)
print(kept, count)
