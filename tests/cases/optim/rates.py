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
import torch
from torch_compat import Adam as TorchAdam, Linear, one_op

net = Linear(4, 2)
optimizer = TorchAdam(net.trainable_variables, lr=3e-4, eps=1e-5)


def adjust(optimizer, lr):
    for param_group in optimizer.param_groups:
        param_group.learning_rate.assign(lr)


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(tf.ones([1, 4]))))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for update in range(100):
    frac = 1.0 - update / 100
    optimizer.learning_rate.assign(frac * 3e-4)
    train_body()
    adjust(optimizer, frac * 3e-4)
    print("rate", float(optimizer.learning_rate))
    if float(optimizer.learning_rate) < 1e-6:
        break
# porter: P102 only the lr of a parameter group can be changed
optimizer.param_groups[0]["weight_decay"] = 0.1
# porter: P104 Optimizer.add_param_group: an update that is traced already would not see the new group
optimizer.add_param_group({"params": [torch.zeros(1)]})
# findings
# optim/rates.py:25:1: P102 error only the lr of a parameter group can be changed -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# optim/rates.py:26:1: P104 error Optimizer.add_param_group: an update that is traced already would not see the new group -> write it with TensorFlow by hand, or with a rule of your own (--rules)
