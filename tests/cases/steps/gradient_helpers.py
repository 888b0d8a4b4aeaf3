import torch
import torch.nn as nn


def limit(model, most):
    """No gradient is larger."""
    if most is None:
        return
    for p in model.parameters():
        if p.grad is not None:
            p.grad.data.clamp_(-most, most)


def size_of(model):
    total = 0.0
    for p in model.parameters():
        total += p.grad.data.pow(2).sum().item()
    return total**0.5


def averaged(model, average):
    for p in model.parameters():
        array = p.grad.numpy()  # it shares the memory
        mean = average(p.grad)
        array[:] = mean[:]


def rounded(array):
    array[...] = array.round(2)


def sync(model):
    for p in model.parameters():
        array = p.data.numpy()
        rounded(array)


torch.manual_seed(0)
net, other = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
sizes = []
for step in range(4):
    loss = (net(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    limit(net, 0.2)
    optimizer.step()
for step in range(4):
    loss = (net(x) + 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    limit(net, most=None)
    size = size_of(net)
    optimizer.step()
    sizes.append(size)
    sync(net)
loss = (net(x) + 1).pow(2).mean()
optimizer.zero_grad()
loss.backward()
averaged(net, lambda grad: grad.numpy() / 2)
optimizer.step()
print(sizes)


def elsewhere():
    limit(other, 1.0)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, graph, one_op


def limit(model, most, grads):
    """No gradient is larger."""
    if most is None:
        return
    for i in range(len(grads)):
        if grads[i] is not None:
            grads[i] = tf.clip_by_value(grads[i], -most, most)


def size_of(model, grads):
    total = 0.0
    for grad_ in grads:
        total += tf.reduce_sum(tf.square(grad_)).numpy().item()
    return total**0.5


def averaged(model, average, grads):
    for i in range(len(grads)):
        # it shares the memory
        mean = average(grads[i])
        grads[i] = tf.convert_to_tensor(mean[:], grads[i].dtype)


def rounded(array):
    array[...] = array.round(2)


def sync(model):
    for p in model.trainable_variables:
        array = p.numpy()
        rounded(array)
        p.assign(array)


tf.random.set_seed(0)
net, other = Linear(3, 1), Linear(3, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)
x = tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3])
sizes = []


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - 1))
    grads = tape.gradient(loss, optimizer.params)
    limit(net, 0.2, grads)
    optimizer.apply(grads)


for step in range(4):
    train_body()


@one_op
@tf.function
def train_body_2():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) + 1))
    grads = tape.gradient(loss, optimizer.params)
    return grads


for step in range(4):
    grads = train_body_2()
    limit(net, most=None, grads=grads)
    size = size_of(net, grads)
    graph(optimizer.apply)(grads)
    sizes.append(size)
    sync(net)


@one_op
@tf.function
def train_body_3():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) + 1))
    grads = tape.gradient(loss, optimizer.params)
    return grads


grads = train_body_3()
averaged(net, lambda grad: grad.numpy() / 2, grads)
graph(optimizer.apply)(grads)
print(sizes)


def elsewhere():
    # porter: P201 limit() works on gradients, and no update step is known here
    limit(other, 1.0)
# findings
# steps/gradient_helpers.py:67:5: P201 error limit() works on gradients, and no update step is known here -> call it behind backward(), where that network's optimizer steps
