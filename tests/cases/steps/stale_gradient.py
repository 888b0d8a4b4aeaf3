import torch
import torch.nn as nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.ones(4, 2)).mean()
    loss.backward()
    optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, added, graph, one_op

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)
grads = [None] * len(optimizer.params)


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(tf.ones([4, 2])))
    new_grads = tape.gradient(loss, optimizer.params)
    return new_grads


for _ in range(3):
    new_grads = train_body()
    grads = added(grads, new_grads)
    graph(optimizer.apply)(grads)
