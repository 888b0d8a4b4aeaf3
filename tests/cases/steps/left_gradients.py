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
from torch_compat import (
    Adam,
    Linear,
    backward,
    gradient_of,
    hold_gradient,
    recording,
    step as torch_step,
    zero_grad,
)

net, other = Linear(3, 1), Linear(3, 1)
optimizer = Adam(net.trainable_variables)
w = keras.Variable(tf.ones([3]))


def cleared_behind(x):
    with recording():
        loss = tf.reduce_mean(net(x))
        backward(loss)
    for p in net.trainable_variables:
        p.assign_sub(0.1 * gradient_of(p))
        hold_gradient(p, None)


def apart(x):
    with recording():
        loss = tf.reduce_mean(other(x))
        backward(loss)
    for p in other.trainable_variables:
        p.assign_sub(0.1 * gradient_of(p))
    zero_grad(other)


def not_cleared(x):
    with recording():
        loss = tf.reduce_mean(net(x))
        backward(loss)
    for p in net.trainable_variables:
        p.assign_sub(0.1 * gradient_of(p))


def cleared_before_the_step(x):
    with recording():
        loss = tf.reduce_mean(net(x))
        backward(loss)
    zero_grad(net)
    for p in net.trainable_variables:
        p.assign_sub(0.1 * gradient_of(p))


def step(x):
    zero_grad(optimizer)
    with recording():
        backward(tf.reduce_mean(net(x)))
    torch_step(optimizer)  # its gradients stay


def leaf_before(x):
    with recording():
        if gradient_of(w) is not None:
            hold_gradient(w, tf.zeros_like(gradient_of(w)))
        backward(tf.reduce_sum(w * x))
    w.assign_sub(0.1 * gradient_of(w))


def leaf_behind(x):
    with recording():
        backward(tf.reduce_mean(w * x))
    w.assign_sub(0.1 * gradient_of(w))
    hold_gradient(w, None)


def each(x):
    with recording():
        for v in (w, w + 1):
            backward(tf.reduce_sum(v * x))


x = tf.ones([2, 3])
cleared_behind(x), apart(x), step(x)
leaf_before(x[0])
leaf_behind(x[0])
# findings
# steps/left_gradients.py:11:5: N403 note this update is ported as torch's autograd, in eager mode: an earlier backward may have left gradients in net -> clear, differentiate and step in one block, on a loss that is computed there
# steps/left_gradients.py:19:5: N403 note this update is ported as torch's autograd, in eager mode: w.grad is used in another function (also at line 43, 50, 55) -> clear, differentiate and step in one block, on a loss that is computed there
# steps/left_gradients.py:28:5: N403 note this update is ported as torch's autograd, in eager mode: the gradients of net.parameters() are not cleared -> clear, differentiate and step in one block, on a loss that is computed there
# steps/left_gradients.py:35:5: N403 note this update is ported as torch's autograd, in eager mode: the gradients of net.parameters() are cleared where they are still used -> clear, differentiate and step in one block, on a loss that is computed there
# steps/left_gradients.py:61:5: N403 note what the turns of this loop record is kept until it ends: memory grows with each -> compute it in the function that calls backward(), or detach() it
# steps/left_gradients.py:62:9: N403 note this update is ported as torch's autograd, in eager mode: no leaf with requires_grad was found for this backward -> clear, differentiate and step in one block, on a loss that is computed there
