import contextlib

import torch
import torch.nn as nn
from torch.profiler import record_function

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x, check):
    # find NaN
    with torch.autograd.set_detect_anomaly(check):
        loss = net(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        # below
    return loss.item()


for _ in range(2):
    with record_function("update"), contextlib.nullcontext():
        print(update(torch.ones(2, 3), True))
with torch.autograd.set_detect_anomaly(False), torch.no_grad():
    print(net(torch.ones(2, 3)))
guard = torch.autograd.set_detect_anomaly(True)
with guard:
    print(net(torch.ones(2, 3)))
with record_function("named") as r:
    print(net(torch.ones(2, 3)), r)
# output
import contextlib
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
import torch
from torch.profiler import record_function
from torch_compat import SGD, Linear, graph, one_op

net = Linear(3, 1)
opt = SGD(net.trainable_variables, lr=0.1)


@one_op
@tf.function
def update_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x)))
    grads = tape.gradient(loss, opt.params)
    opt.apply(grads)
    return loss


def update(x, check):
    # find NaN
    loss = update_body(x)
    # below
    return loss.numpy().item()


for _ in range(2):
    with contextlib.nullcontext():
        print(update(tf.ones([2, 3]), True))
print(graph(net)(tf.ones([2, 3])))
# porter: P102 torch.autograd.set_detect_anomaly gives nothing
guard = torch.autograd.set_detect_anomaly(True)
with guard:
    print(graph(net)(tf.ones([2, 3])))
# porter: P102 torch.profiler.record_function gives nothing
with record_function("named") as r:
    print(graph(net)(tf.ones([2, 3])), r)
# findings
# settings/idle_blocks.py:27:9: P102 error torch.autograd.set_detect_anomaly gives nothing -> write it as a line, or as a block of its own
# settings/idle_blocks.py:30:6: P102 error torch.profiler.record_function gives nothing -> write it as a line, or as a block of its own
