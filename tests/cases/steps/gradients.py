import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
norms = []
for step in range(6):
    loss = (net(x) - y).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    # no gradient is larger than 0.1
    for param in net.parameters():
        param.grad.data.clamp_(-0.1, 0.1)
    for p in net.parameters():
        if p.grad is not None:
            p.grad *= 2  # and decay
            p.grad = p.grad.add(p, alpha=0.01)
    total = sum(p.grad.pow(2).sum() for p in net.parameters())
    largest = torch.stack([p.grad.abs().max() for p in net.parameters()]).max()
    optimizer.step()
    norms.append((total.item(), largest.item()))
print(norms)


def update(model, optim, loss_of):
    loss = loss_of(model)
    optim.zero_grad()
    loss.backward()
    for p in model.parameters():  # of whose optimizer?
        p.grad.mul_(0.5)
    print(model[0].weight.grad)
    optim.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    Sequential,
    backward,
    gradient_of,
    hold_gradient,
    recording,
    step as torch_step,
    zero_grad,
)

tf.random.set_seed(0)
net = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 1))
optimizer = Adam(net.trainable_variables, lr=0.1)
x, y = tf.random.normal([8, 3]), tf.random.normal([8, 1])
norms = []
for step in range(6):
    with recording():
        loss = tf.reduce_mean(tf.square(net(x) - y))
        zero_grad(optimizer)
        backward(loss)
    # no gradient is larger than 0.1
    for param in net.trainable_variables:
        hold_gradient(param, tf.clip_by_value(gradient_of(param), -0.1, 0.1))
    for p in net.trainable_variables:
        if gradient_of(p) is not None:
            hold_gradient(p, gradient_of(p) * 2)  # and decay
            hold_gradient(p, gradient_of(p) + 0.01 * p)
    total = sum(tf.reduce_sum(tf.square(gradient_of(p))) for p in net.trainable_variables)
    largest = tf.reduce_max(
        tf.stack([tf.reduce_max(tf.abs(gradient_of(p))) for p in net.trainable_variables])
    )
    torch_step(optimizer)
    norms.append((total.numpy().item(), largest.numpy().item()))
print(norms)


def update(model, optim, loss_of):
    with recording():
        loss = loss_of(model)
        zero_grad(optim)
        backward(loss)
    for p in model.trainable_variables:  # of whose optimizer?
        hold_gradient(p, gradient_of(p) * 0.5)
    print(gradient_of(model[0].weight))
    torch_step(optim)
# findings
# steps/gradients.py:12:5: N403 note this update is ported as torch's autograd, in eager mode: where loss is computed was not found: it is made of model, and nothing here is known to be a network (also at line 30) -> compute here, from states and actions, what was computed before; annotate a network that is passed: net: nn.Module
