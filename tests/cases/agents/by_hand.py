"""Weights updated by hand: in loops over parameters, and tensors of one's own."""

import numpy as np
import torch
import torch.nn as nn

rng = np.random.RandomState(0)
net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
for p in net.parameters():
    p.data.copy_(torch.from_numpy(rng.randn(*p.shape)).float())
w1 = torch.tensor(rng.randn(3, 4), dtype=torch.float64, requires_grad=True)
b1 = torch.tensor([0.5, -1.0, 0.0, 0.1], dtype=torch.float64, requires_grad=True)
w2 = torch.tensor(rng.randn(4, 1), dtype=torch.float64, requires_grad=True)
lr = 0.05


def batch():
    return torch.from_numpy(rng.randn(8, 3)).float(), torch.from_numpy(rng.randn(8, 1)).float()


for step in range(3):
    x, y = batch()
    loss = (net(x) - y).pow(2).mean()
    net.zero_grad()
    loss.backward()
    with torch.no_grad():
        # down the hill
        for param in net.parameters():
            param -= lr * param.grad
    print(loss.item())

for step in range(3):
    x, y = batch()
    loss = (net(x) - y).pow(2).mean()
    for p in net.parameters():
        p.grad = None
    loss.backward()
    with torch.no_grad():
        for p in net.parameters():
            p.sub_(lr * p.grad)
    print(loss.item())

for step in range(3):
    x, y = batch()
    for p in net.parameters():
        if p.grad is not None:
            p.grad.zero_()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    for p in net.parameters():
        p.data.add_(p.grad.data, alpha=-lr)
    print(loss.item())


class Learner:
    def __init__(self, rate):
        self.net = nn.Linear(3, 1)
        self.rate = rate

    def learn(self, x, y):
        loss = (self.net(x) - y).pow(2).mean()
        loss.backward()
        for p in self.net.parameters():
            p.data -= self.rate * p.grad.data
            p.grad = None
        return loss.item()


def model(x):
    return torch.tanh(x @ w1 + b1) @ w2


def train(x, y):
    loss = (model(x.double()) - y.double()).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        for p in (w1, b1, w2):
            p -= lr * p.grad
            p.grad.zero_()
    return loss.item()


def train_each(x, y):
    loss = (model(x.double()) - y.double()).pow(2).mean()
    loss.backward()
    w1.data -= lr * w1.grad.data
    b1.data.sub_(lr * b1.grad)
    with torch.no_grad():
        w2.data.add_(-lr * w2.grad)
    b1.grad = None
    if w1.grad is not None:
        w1.grad.zero_()
    w2.grad.data.zero_()
    return loss.item()


learner = Learner(0.02)
for step in range(3):
    x, y = batch()
    print(learner.learn(x, y), train(x, y), train_each(x, y))

# and by an optimizer, which begins where they are
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(3):
    x, y = batch()
    loss = (net(x) - y).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), train(x, y))
# output
"""Weights updated by hand: in loops over parameters, and tensors of one's own."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, one_op

rng = np.random.RandomState(0)
net = Sequential(Linear(3, 8), keras.layers.Activation("tanh", autocast=False), Linear(8, 1))
for p in net.trainable_variables:
    p.assign(from_array(rng.randn(*p.shape), tf.float32))
w1 = keras.Variable(tf.constant(np.array(rng.randn(3, 4)), tf.float64))
b1 = keras.Variable(tf.constant(np.array([0.5, -1.0, 0.0, 0.1]), tf.float64))
w2 = keras.Variable(tf.constant(np.array(rng.randn(4, 1)), tf.float64))
lr = 0.05


def batch():
    return from_array(rng.randn(8, 3), tf.float32), from_array(rng.randn(8, 1), tf.float32)


@one_op
@tf.function
def train_body(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    grads = tape.gradient(loss, net.trainable_variables)
    # down the hill
    for param, grad in zip(net.trainable_variables, grads):
        param.assign_sub(lr * grad)
    return loss


for step in range(3):
    x, y = batch()
    loss = train_body(x, y)
    print(loss.numpy().item())


@one_op
@tf.function
def train_body_2(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    grads = tape.gradient(loss, net.trainable_variables)
    for p, grad in zip(net.trainable_variables, grads):
        p.assign_sub(lr * grad)
    return loss


for step in range(3):
    x, y = batch()
    loss = train_body_2(x, y)
    print(loss.numpy().item())


@one_op
@tf.function
def train_body_3(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    grads = tape.gradient(loss, net.trainable_variables)
    for p, grad in zip(net.trainable_variables, grads):
        p.assign_add(-lr * grad)
    return loss


for step in range(3):
    x, y = batch()
    loss = train_body_3(x, y)
    print(loss.numpy().item())


class Learner:
    def __init__(self, rate):
        self.net = Linear(3, 1)
        self.rate = rate

    def learn(self, x, y):
        loss = self._learn_body(x, y)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(x) - y))
        grads = tape.gradient(loss, self.net.trainable_variables)
        for p, grad in zip(self.net.trainable_variables, grads):
            p.assign_sub(self.rate * grad)
        return loss


def model(x):
    return tf.tanh(x @ w1 + b1) @ w2


@one_op
@tf.function
def train_body_4(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.cast(x, tf.float64)) - tf.cast(y, tf.float64)))
    grads = tape.gradient(loss, [w1, b1, w2])
    for p, grad in zip((w1, b1, w2), grads):
        p.assign_sub(lr * grad)
    return loss


def train(x, y):
    loss = train_body_4(x, y)
    return loss.numpy().item()


def train_each(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.cast(x, tf.float64)) - tf.cast(y, tf.float64)))
    w1_grad, b1_grad, w2_grad = tape.gradient(loss, [w1, b1, w2])
    w1.assign_sub(lr * w1_grad)
    b1.assign_sub(lr * b1_grad)
    w2.assign_add(-lr * w2_grad)
    return loss.numpy().item()


learner = Learner(0.02)
for step in range(3):
    x, y = batch()
    print(learner.learn(x, y), train(x, y), train_each(x, y))

# and by an optimizer, which begins where they are
optimizer = Adam(net.trainable_variables, lr=1e-2)


@one_op
@tf.function
def train_body_5(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    optimizer.apply(tape.gradient(loss, optimizer.params))
    return loss


for step in range(3):
    x, y = batch()
    loss = train_body_5(x, y)
    print(loss.numpy().item(), train(x, y))
