"""Meta-learning: the loss is that of weights after steps of gradient descent."""

import torch
import torch.nn as nn
import torch.nn.functional as F

w1 = nn.Parameter(torch.randn(1, 8) * 0.5)
b1 = nn.Parameter(torch.zeros(8))
w2 = nn.Parameter(torch.randn(8, 1) * 0.5)
params = [w1, b1, w2]
optimizer = torch.optim.Adam(params, lr=1e-2)


def forward(x, weights):
    return torch.tanh(x @ weights[0] + weights[1]) @ weights[2]


def adapted(x, y, weights, lr=0.1):
    loss = F.mse_loss(forward(x, weights), y)
    grads = torch.autograd.grad(loss, weights, create_graph=True)
    return [w - lr * g for w, g in zip(weights, grads)]


for step in range(3):
    x = torch.rand(10, 1) * 4 - 2
    y = torch.sin(x)
    fast = adapted(x, y, params)
    loss = F.mse_loss(forward(x, fast), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())

for step in range(3):  # the same in one place
    x = torch.rand(10, 1) * 4 - 2
    y = torch.sin(x)
    inner_loss = F.mse_loss(forward(x, params), y)
    grads = torch.autograd.grad(inner_loss, params, create_graph=True)
    fast = [w - 0.1 * g for w, g in zip(params, grads)]
    meta_loss = F.mse_loss(forward(x, fast), y)
    optimizer.zero_grad()
    meta_loss.backward()
    optimizer.step()
    print(meta_loss.item())

for step in range(3):  # first order, several steps, a mean over tasks
    meta_losses = []
    for task in range(2):
        x = torch.rand(10, 1) * 4 - 2
        y = torch.cos(x + task)
        fast = params
        for inner in range(2):
            inner_loss = F.mse_loss(forward(x, fast), y)
            grads = torch.autograd.grad(inner_loss, fast)
            fast = [w - 0.1 * g for w, g in zip(fast, grads)]
        meta_losses.append(F.mse_loss(forward(x, fast), y))
    total = torch.stack(meta_losses).mean()
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
    print(total.item())
# output
"""Meta-learning: the loss is that of weights after steps of gradient descent."""

import keras
import tensorflow as tf
from torch_compat import Adam, graph, one_op

w1 = keras.Variable(tf.random.normal([1, 8]) * 0.5)
b1 = keras.Variable(tf.zeros([8]))
w2 = keras.Variable(tf.random.normal([8, 1]) * 0.5)
params = [w1, b1, w2]
optimizer = Adam(params, lr=1e-2)


def forward(x, weights):
    return keras.ops.matmul(tf.tanh(keras.ops.matmul(x, weights[0]) + weights[1]), weights[2])


def adapted(x, y, weights, lr=0.1):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(forward(x, weights) - y))
    grads = tape.gradient(loss, weights)
    return [w - lr * g for w, g in zip(weights, grads)]


@one_op
@tf.function
def train_body():
    x = tf.random.uniform([10, 1]) * 4 - 2
    y = tf.sin(x)
    with tf.GradientTape() as tape:
        fast = adapted(x, y, params)
        loss = tf.reduce_mean(tf.square(forward(x, fast) - y))
    optimizer.apply(tape.gradient(loss, optimizer.params))
    return loss


for step in range(3):
    loss = train_body()
    print(loss.numpy().item())


@one_op
@tf.function
def train_body_2():
    x = tf.random.uniform([10, 1]) * 4 - 2
    y = tf.sin(x)
    with tf.GradientTape() as tape:
        with tf.GradientTape() as inner_tape:
            inner_loss = tf.reduce_mean(tf.square(forward(x, params) - y))
        grads = inner_tape.gradient(inner_loss, params)
        fast = [w - 0.1 * g for w, g in zip(params, grads)]
        meta_loss = tf.reduce_mean(tf.square(forward(x, fast) - y))
    optimizer.apply(tape.gradient(meta_loss, optimizer.params))
    return meta_loss


for step in range(3):  # the same in one place
    meta_loss = train_body_2()
    print(meta_loss.numpy().item())

for step in range(3):  # first order, several steps, a mean over tasks
    meta_losses = []
    with tf.GradientTape() as tape:
        for task in range(2):
            x = tf.random.uniform([10, 1]) * 4 - 2
            y = tf.cos(x + task)
            fast = params
            for inner in range(2):
                with tf.GradientTape() as inner_tape:
                    inner_tape.watch([x_ for x_ in fast if not isinstance(x_, keras.Variable)])
                    inner_loss = tf.reduce_mean(tf.square(forward(x, fast) - y))
                grads = [tf.stop_gradient(grad) for grad in inner_tape.gradient(inner_loss, fast)]
                fast = [w - 0.1 * g for w, g in zip(fast, grads)]
            meta_losses.append(tf.reduce_mean(tf.square(forward(x, fast) - y)))
        total = tf.reduce_mean(tf.stack(meta_losses))
    graph(optimizer.apply)(tape.gradient(total, optimizer.params))
    print(total.numpy().item())
# findings
# agents/inner_steps.py:48:5: N403 note this update stays in eager mode: a Python loop; meta_losses can't be computed again: what is kept depends on a branch or a loop -> keep states and actions instead, and run the network on all of them in the update
