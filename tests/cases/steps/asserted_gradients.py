# What torch records, the tapes of the port decide: assertions of it go.
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def loss_of(x, target):
    # a target is a constant
    assert not target.requires_grad, "no gradient here"
    return ((net(x) - target) ** 2).mean()


for _ in range(4):
    x = torch.randn(5, 3)
    with torch.no_grad():
        target = x.sum(1, keepdim=True)
    loss = loss_of(x, target)
    assert loss.requires_grad and not (x.requires_grad or target.requires_grad)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    assert x.shape == (5, 3)
    print(loss.item())
# output
# What torch records, the tapes of the port decide: assertions of it go.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op

net = Linear(3, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


def loss_of(x, target):
    # a target is a constant
    return tf.reduce_mean((net(x) - target) ** 2)


@one_op
@tf.function
def train_body():
    x = tf.random.normal([5, 3])
    target = tf.reduce_sum(x, axis=1, keepdims=True)
    with tf.GradientTape() as tape:
        loss = loss_of(x, target)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return x, loss


for _ in range(4):
    x, loss = train_body()
    assert x.shape == (5, 3)
    print(loss.numpy().item())
# findings
# steps/asserted_gradients.py:11:5: N402 note what is recorded, TensorFlow's tensors do not know: nothing asserts it in the port (also at line 20)
