import torch
from torch import nn
from torch.optim import Adam

net = nn.Linear(4, 2)
optimizer = Adam(net.parameters(), lr=3e-4, eps=1e-5)


def adjust(optimizer, lr):
    for param_group in optimizer.param_groups:
        param_group["lr"] = lr


for update in range(100):
    frac = 1.0 - update / 100
    optimizer.param_groups[0]["lr"] = frac * 3e-4
    loss = net(torch.ones(1, 4)).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    adjust(optimizer, frac * 3e-4)
    print("rate", optimizer.param_groups[0]["lr"])
    if optimizer.param_groups[0]["lr"] < 1e-6:
        break
optimizer.param_groups[0]["weight_decay"] = 0.1
optimizer.add_param_group({"params": [torch.zeros(1)]})
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    add_param_group,
    one_op,
    set_weight_decay,
    trained_gradient,
    which_trained,
)

net = Linear(4, 2)
optimizer = Adam(net.trainable_variables, lr=3e-4, eps=1e-5)


def adjust(optimizer, lr):
    for param_group in optimizer.param_groups:
        param_group.learning_rate.assign(lr)


@one_op
@tf.function
def train_body(trained):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(tf.ones([1, 4]))))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


for update in range(100):
    frac = 1.0 - update / 100
    optimizer.learning_rate.assign(frac * 3e-4)
    train_body(which_trained(optimizer))
    adjust(optimizer, frac * 3e-4)
    print("rate", float(optimizer.learning_rate))
    if float(optimizer.learning_rate) < 1e-6:
        break
set_weight_decay(optimizer, 0.1)
add_param_group(optimizer, {"params": [tf.zeros([1])]})
