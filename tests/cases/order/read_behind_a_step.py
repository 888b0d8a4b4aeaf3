"""Host lines read what the update changes behind them: a parameter, a name that is written later."""

import torch
import torch.nn as nn

layer = nn.Linear(2, 1)
scale = nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([*layer.parameters(), scale], lr=0.1)
others = [scale]
by_list = torch.optim.SGD(others, lr=0.1)
log = []


def update(x):
    optimizer.zero_grad()
    loss = (layer(x) * scale).square().mean()
    loss.backward()
    log.append(scale.item())
    optimizer.step()


def update_by_list(x):
    by_list.zero_grad()
    loss = (layer(x) * scale).square().mean()
    loss.backward()
    log.append(scale.item())
    by_list.step()


def update_named(x):
    optimizer.zero_grad()
    loss = layer(x).square().mean()
    log.append(loss.item())
    loss = loss * 2
    loss.backward()
    optimizer.step()
# output
"""Host lines read what the update changes behind them: a parameter, a name that is written later."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Linear, graph, one_op

layer = Linear(2, 1)
scale = keras.Variable(tf.ones([1]))
optimizer = SGD([*layer.trainable_variables, scale], lr=0.1)
others = [scale]
by_list = SGD(others, lr=0.1)
log = []


@one_op
@tf.function
def update_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(x) * scale))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def update(x):
    log.append(scale.numpy().item())
    update_body(x)


@one_op
@tf.function
def update_by_list_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(x) * scale))
    grads = tape.gradient(loss, by_list.params)
    by_list.apply(grads)


def update_by_list(x):
    log.append(scale.numpy().item())
    update_by_list_body(x)


@one_op
@tf.function
def update_named_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(x)))
        loss = loss * 2
    grads = tape.gradient(loss, optimizer.params)
    return grads


def update_named(x):
    loss = tf.reduce_mean(tf.square(graph(layer)(x)))
    log.append(loss.numpy().item())
    grads = update_named_body(x)
    graph(optimizer.apply)(grads)
