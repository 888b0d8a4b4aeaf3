import torch

net = torch.nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters())
SCALE = 0.5


def learn(x, beta, scale, low=0.1):
    loss = (net(x).pow(2) * beta * scale).mean().clamp(min=low)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def run(steps, beta):
    for i in range(steps):
        learn(torch.rand(4, 3), beta, SCALE)


for epoch in range(5):
    run(10, 1.0 - epoch / 5)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op

net = Linear(3, 1)
optimizer = Adam(net.trainable_variables)
SCALE = 0.5


@one_op
@tf.function
def learn_body(x, beta, scale, low):
    with tf.GradientTape() as tape:
        loss = tf.maximum(tf.reduce_mean(tf.square(net(x)) * beta * scale), low)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def learn(x, beta, scale, low=0.1):
    learn_body(x, tf.convert_to_tensor(beta, tf.float32), scale, low)


def run(steps, beta):
    for i in range(steps):
        learn(tf.random.uniform([4, 3]), beta, SCALE)


for epoch in range(5):
    run(10, 1.0 - epoch / 5)
