"""The optimizer's backward leaves gradients that the loop by hand would add to."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def fit(x, y):
    optimizer.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()


def by_hand(x, y):
    loss = F.mse_loss(net(x), y)
    loss.backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
            p.grad = None
# output
"""The optimizer's backward leaves gradients that the loop by hand would add to."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


@one_op
@tf.function
def fit_body(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def fit(x, y):
    fit_body(x, y)


@one_op
@tf.function
def by_hand_body(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    grads = tape.gradient(loss, net.trainable_variables)
    for p, grad in zip(net.trainable_variables, grads):
        p.assign_sub(0.1 * grad)


def by_hand(x, y):
    by_hand_body(x, y)
# findings
# clearing/left_for_a_loop.py:20:5: P202 error an earlier backward may have left gradients in net -> clear it right before this backward
