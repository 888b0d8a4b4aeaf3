import torch
from torch import nn, optim

net = nn.Linear(4, 2)
optimizer = optim.Adam(net.parameters())
w = torch.ones(3, requires_grad=True)


def train(x):
    loss = net(x).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    for i, group in enumerate(optimizer.param_groups):
        group["lr"] = 0.1 * i
    for group, lr in zip(optimizer.param_groups, [0.1]):
        group["lr"] = lr
    return [group["weight_decay"] + group["eps"] for group in optimizer.param_groups]


def weighted(x):
    y = x * w
    y.backward(torch.ones(3))
    return w.grad


train(torch.ones(2, 4))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, backward, grad_variable, recording, step, zero_grad

net = Linear(4, 2)
optimizer = Adam(net.trainable_variables)
w = keras.Variable(tf.ones([3]))


def train(x):
    with recording():
        loss = tf.reduce_mean(net(x))
        zero_grad(optimizer)
        backward(loss, retain_graph=True)
    step(optimizer)
    for i, group in enumerate(optimizer.param_groups):
        group.learning_rate.assign(0.1 * i)
    for group, lr in zip(optimizer.param_groups, [0.1]):
        group.learning_rate.assign(lr)
    return [group.weight_decay + group.eps for group in optimizer.param_groups]


def weighted(x):
    with recording():
        y = x * w
        backward(tf.reduce_sum(y * tf.stop_gradient(tf.ones([3]))))
    return grad_variable(w)


train(tf.ones([2, 4]))
# findings
# steps/retain_graph.py:12:5: N403 note this update is ported as torch's autograd, in eager mode: w.grad is not cleared, so gradients of an earlier backward are in it (also at line 23) -> clear, differentiate and step in one block, on a loss that is computed there
