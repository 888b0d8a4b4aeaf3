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
def call_net(x):
    return net(x)


for step in range(10):
    x = tf.random.normal([8, 4])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x)))
    count = len(x)
    kept.append(tf.reduce_mean(tf.abs(call_net(x))).numpy().item())
    grads = tape.gradient(loss, optimizer.params)
    graph(optimizer.apply)(grads)
print(kept, count)
# findings
# steps/numbers_of_no_tensor.py:12:5: N403 note this update stays in eager mode: a Python number -> write the step as tensor code only, with host lines before or behind it
