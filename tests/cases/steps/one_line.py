import torch

net = torch.nn.Linear(4, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(3, 4)
for _ in range(5):
    loss = net(x).mean()
    opt.zero_grad(); loss.backward(); opt.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op

net = Linear(4, 2)
opt = SGD(net.trainable_variables, lr=0.1)
x = tf.ones([3, 4])


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x))
    grads = tape.gradient(loss, opt.params)
    opt.apply(grads)


for _ in range(5):
    train_body()
