import torch
from torch import nn

net = nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
x = torch.ones(4, 2)
loss = net(x).mean()
opt.zero_grad()
loss.backward()
opt.step()
print(loss.item())
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op

net = Linear(2, 1)
opt = Adam(net.trainable_variables, lr=1e-3)


@one_op
@tf.function
def train_body():
    x = tf.ones([4, 2])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x))
    grads = tape.gradient(loss, opt.params)
    opt.apply(grads)
    return loss


loss = train_body()
print(loss.numpy().item())
