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
from torch_compat import Adam, Linear, Sequential, one_op

tf.random.set_seed(0)
net = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 1))
optimizer = Adam(net.trainable_variables, lr=0.1)
x, y = tf.random.normal([8, 3]), tf.random.normal([8, 1])
norms = []


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    grads = tape.gradient(loss, optimizer.params)
    # no gradient is larger than 0.1
    for i in range(len(grads)):
        grads[i] = tf.clip_by_value(grads[i], -0.1, 0.1)
    for i, p in enumerate(net.trainable_variables):
        if grads[i] is not None:
            grads[i] = grads[i] * 2  # and decay
            grads[i] = grads[i] + 0.01 * p
    total = sum(tf.reduce_sum(tf.square(grad)) for grad in grads)
    largest = tf.reduce_max(tf.stack([tf.reduce_max(tf.abs(grad)) for grad in grads]))
    optimizer.apply(grads)
    return total, largest


for step in range(6):
    total, largest = train_body()
    norms.append((total.numpy().item(), largest.numpy().item()))
print(norms)


def update(model, optim, loss_of):
    loss = loss_of(model)
    # porter: P201 zero_grad() belongs to no update step that was ported
    optim.zero_grad()
    # porter: P201 where loss is computed was not found: it is made of model, and nothing here is known to be a network
    loss.backward()
    for p in model.trainable_variables:  # of whose optimizer?
        # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it; P102 mul_() changes a tensor in place inside of an expression
        p.grad.mul_(0.5)
    # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
    print(model[0].weight.grad)
    # porter: P201 step() belongs to no update step that was ported
    optim.step()
# findings
# steps/gradients.py:29:5: P201 error zero_grad() belongs to no update step that was ported
# steps/gradients.py:30:5: P201 error where loss is computed was not found: it is made of model, and nothing here is known to be a network -> compute here, from states and actions, what was computed before; annotate a network that is passed: net: nn.Module
# steps/gradients.py:32:9: P102 error mul_() changes a tensor in place inside of an expression -> give it a line of its own
# steps/gradients.py:32:9: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/gradients.py:33:11: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# steps/gradients.py:34:5: P201 error step() belongs to no update step that was ported
