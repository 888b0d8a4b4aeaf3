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
import torch
from torch_compat import Adam, Linear, one_op

net = Linear(4, 2)
optimizer = Adam(net.trainable_variables)
w = keras.Variable(tf.ones([3]))


@one_op
@tf.function
def train_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x))
    optimizer.apply(tape.gradient(loss, optimizer.params))


def train(x):
    train_body(x)
    for i, group in enumerate(optimizer.param_groups):
        group.learning_rate.assign(0.1 * i)
    for group, lr in zip(optimizer.param_groups, [0.1]):
        group.learning_rate.assign(lr)
    return [group.weight_decay + group.eps for group in optimizer.param_groups]


def weighted(x):
    y = x * w
    # porter: P201 backward() with arguments
    y.backward(torch.ones(3))
    # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
    return w.grad


train(tf.ones([2, 4]))
# findings
# steps/retain_graph.py:12:5: N402 note retain_graph: gradients flow through what this step computes, no further
# steps/retain_graph.py:23:5: P201 error backward() with arguments -> call tape.gradient() and the optimizer's apply() by hand
# steps/retain_graph.py:24:12: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
