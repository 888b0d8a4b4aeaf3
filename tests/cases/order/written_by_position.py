"""Functions that change an array or a list of an update: by position, by shuffling it, by a view."""

import random

import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
w = np.ones(1, np.float32)
order = [0.1, 0.2, 0.3]
rows = np.ones((2, 2), np.float32)


def update(x):
    np.add(w, 1, w)
    optimizer.zero_grad()
    loss = net(x).square().mean() * float(w[0])
    loss.backward()
    optimizer.step()
    np.add(w, 1, w)


def shuffled(x):
    optimizer.zero_grad()
    loss = net(x).square().mean() * order[0]
    loss.backward()
    optimizer.step()
    random.shuffle(order)


def viewed(x):
    flat = rows.reshape(-1)
    flat[0] = 2.0
    optimizer.zero_grad()
    loss = net(x).square().mean() * float(rows[0, 0])
    loss.backward()
    optimizer.step()
# output
"""Functions that change an array or a list of an update: by position, by shuffling it, by a view."""

import os
import random

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, one_op

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)
w = np.ones(1, np.float32)
order = [0.1, 0.2, 0.3]
rows = np.ones((2, 2), np.float32)


@one_op
@tf.function
def update_body(x, data):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x))) * data
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def update(x):
    np.add(w, 1, w)
    update_body(x, tf.convert_to_tensor(float(w[0]), tf.float32))
    np.add(w, 1, w)


@one_op
@tf.function
def shuffled_body(x, order_item):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x))) * order_item
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def shuffled(x):
    shuffled_body(x, tf.convert_to_tensor(order[0], tf.float32))
    random.shuffle(order)


@one_op
@tf.function
def viewed_body(x, data):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x))) * data
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def viewed(x):
    flat = rows.reshape(-1)
    flat[0] = 2.0
    viewed_body(x, tf.convert_to_tensor(float(rows[0, 0]), tf.float32))
