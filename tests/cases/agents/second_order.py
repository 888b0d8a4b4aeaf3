"""Gradients of gradients, beside an update and inside of it."""

import torch
from torch import nn
from torch.autograd import grad

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def curvature(x):
    x = x.detach().requires_grad_()
    y = net(x).pow(3).sum()
    (slope,) = grad(y, x, create_graph=True)
    (bend,) = grad(slope.sum(), x, create_graph=True)
    return grad(bend.sum(), x)[0]


def beside_an_update(x, y):
    loss = (net(x) - y).pow(2).mean()
    # how steep it is
    size = sum(g.abs().sum() for g in grad(loss, net.parameters(), retain_graph=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return size.item()


def without_gradient(x):
    x = x.clone().requires_grad_(True)
    energy = net(x).pow(2).sum()
    force = -grad(energy, x, create_graph=True)[0]
    with torch.no_grad():
        size = net(force).sum()
    return (force * size).sum()


x = torch.linspace(-1, 1, 12).reshape(4, 3)
print(curvature(x).abs().sum().item(), without_gradient(x).item())
for i in range(3):
    print(beside_an_update(x, torch.ones(4, 1)))
# output
"""Gradients of gradients, beside an update and inside of it."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, graph, one_op

net = Linear(3, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


def curvature(x):
    x = tf.stop_gradient(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tf.GradientTape() as inner_tape:
            inner_tape.watch(x)
            with tf.GradientTape() as inner_tape_2:
                inner_tape_2.watch(x)
                y = tf.reduce_sum(tf.pow(net(x), 3))
            (slope,) = inner_tape_2.gradient(y, [x])
            value = tf.reduce_sum(slope)
        (bend,) = inner_tape.gradient(value, [x])
        value = tf.reduce_sum(bend)
    return tape.gradient(value, x)


@one_op
@tf.function
def beside_an_update_body(x, y):
    with tf.GradientTape() as tape:
        with tf.GradientTape() as inner_tape:
            loss = tf.reduce_mean(tf.square(net(x) - y))
    # how steep it is
    size = sum(tf.reduce_sum(tf.abs(g)) for g in inner_tape.gradient(loss, net.trainable_variables))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return size


def beside_an_update(x, y):
    size = beside_an_update_body(x, y)
    return size.numpy().item()


def without_gradient(x):
    x = tf.identity(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        energy = tf.reduce_sum(tf.square(net(x)))
    force = -tape.gradient(energy, x)
    size = tf.stop_gradient(tf.reduce_sum(graph(net, taped=True)(force)))
    return tf.reduce_sum(force * size)


x = tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3])
print(tf.reduce_sum(tf.abs(curvature(x))).numpy().item(), without_gradient(x).numpy().item())
for i in range(3):
    print(beside_an_update(x, tf.ones([4, 1])))
