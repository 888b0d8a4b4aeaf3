import torch
import torch.nn as nn

net, other = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters())
w = torch.ones(3, requires_grad=True)


def cleared_behind(x):
    loss = net(x).mean()
    loss.backward()
    for p in net.parameters():
        p.data -= 0.1 * p.grad
        p.grad = None


def apart(x):
    loss = other(x).mean()
    loss.backward()
    with torch.no_grad():
        for p in other.parameters():
            p -= 0.1 * p.grad
    other.zero_grad()


def not_cleared(x):
    loss = net(x).mean()
    loss.backward()
    for p in net.parameters():
        p.data -= 0.1 * p.grad


def cleared_before_the_step(x):
    loss = net(x).mean()
    loss.backward()
    net.zero_grad()
    for p in net.parameters():
        p.data -= 0.1 * p.grad


def step(x):
    optimizer.zero_grad()
    net(x).mean().backward()
    optimizer.step()  # its gradients stay


def leaf_before(x):
    if w.grad is not None:
        w.grad.zero_()
    (w * x).sum().backward()
    w.data.sub_(0.1 * w.grad)


def leaf_behind(x):
    (w * x).mean().backward()
    w.data.sub_(0.1 * w.grad)
    w.grad = None


def each(x):
    for v in (w, w + 1):
        (v * x).sum().backward()


x = torch.ones(2, 3)
cleared_behind(x), apart(x), step(x)
leaf_before(x[0])
leaf_behind(x[0])
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, graph, one_op

net, other = Linear(3, 1), Linear(3, 1)
optimizer = Adam(net.trainable_variables)
w = keras.Variable(tf.ones([3]))


@one_op
@tf.function
def cleared_behind_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x))
    grads = tape.gradient(loss, net.trainable_variables)
    for p, grad in zip(net.trainable_variables, grads):
        p.assign_sub(0.1 * grad)


def cleared_behind(x):
    cleared_behind_body(x)


@one_op
@tf.function
def apart_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(other(x))
    grads = tape.gradient(loss, other.trainable_variables)
    for p, grad in zip(other.trainable_variables, grads):
        p.assign_sub(0.1 * grad)


def apart(x):
    apart_body(x)


def not_cleared(x):
    loss = tf.reduce_mean(graph(net)(x))
    # porter: P202 the gradients of net.parameters() are not cleared
    loss.backward()
    for p in net.trainable_variables:
        # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
        p.data -= 0.1 * p.grad


def cleared_before_the_step(x):
    loss = tf.reduce_mean(graph(net)(x))
    # porter: P202 the gradients of net.parameters() are cleared where they are still used
    loss.backward()
    # porter: P201 zero_grad() belongs to no update step that was ported
    net.zero_grad()
    for p in net.trainable_variables:
        # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
        p.data -= 0.1 * p.grad


@one_op
@tf.function
def step_body(x):
    with tf.GradientTape() as tape:
        loss_ = tf.reduce_mean(net(x))
    optimizer.apply(tape.gradient(loss_, optimizer.params))  # its gradients stay


def step(x):
    step_body(x)


def leaf_before(x):
    # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
    if w.grad is not None:
        # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it; P102 zero_() changes a tensor in place inside of an expression
        w.grad.zero_()
    # porter: P201 w.grad is used in another function
    (w * x).sum().backward()
    # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
    w.data.sub_(0.1 * w.grad)


def leaf_behind(x):
    # porter: P201 w.grad is used in another function
    (w * x).mean().backward()
    # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
    w.data.sub_(0.1 * w.grad)
    # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
    w.grad = None


def each(x):
    for v in (w, w + 1):
        # porter: P201 no leaf with requires_grad was found for this backward
        (v * x).sum().backward()


x = tf.ones([2, 3])
cleared_behind(x), apart(x), step(x)
leaf_before(x[0])
leaf_behind(x[0])
# findings
# steps/left_gradients.py:11:5: P202 error an earlier backward may have left gradients in net -> clear it right before this backward
# steps/left_gradients.py:28:5: P202 error the gradients of net.parameters() are not cleared -> give the parameters to an optimizer, or call tape.gradient() by hand
# steps/left_gradients.py:30:25: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/left_gradients.py:35:5: P202 error the gradients of net.parameters() are cleared where they are still used -> give the parameters to an optimizer, or call tape.gradient() by hand
# steps/left_gradients.py:36:5: P201 error zero_grad() belongs to no update step that was ported
# steps/left_gradients.py:38:25: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/left_gradients.py:48:8: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/left_gradients.py:49:9: P102 error zero_() changes a tensor in place inside of an expression -> give it a line of its own
# steps/left_gradients.py:49:9: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/left_gradients.py:50:5: P201 error w.grad is used in another function -> call tape.gradient() and the optimizer's apply() by hand
# steps/left_gradients.py:51:23: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/left_gradients.py:55:5: P201 error w.grad is used in another function -> call tape.gradient() and the optimizer's apply() by hand
# steps/left_gradients.py:56:23: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/left_gradients.py:57:5: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/left_gradients.py:62:9: P201 error no leaf with requires_grad was found for this backward -> call tape.gradient() and the optimizer's apply() by hand
