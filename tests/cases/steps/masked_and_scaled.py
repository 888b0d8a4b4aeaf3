import torch
import torch.nn as nn


class Scores(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        scale = lambda t: t.sign() * t.abs().sqrt()
        scores = scale(self.layer(x)).masked_fill(x < 0, float("-inf"))
        return scores.softmax(-1)


def train(x, steps):
    net = Scores()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(steps):
        loss = net(x).pow(2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


train(torch.ones(2, 4), 3)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, masked_fill, one_op, square_root


class Scores(TorchModel):
    def __init__(self):
        super().__init__()
        self.layer = Linear(4, 4)

    def call(self, x):
        scale = lambda t: tf.sign(t) * square_root(tf.abs(t))
        scores = masked_fill(scale(self.layer(x)), x < 0, float("-inf"))
        return tf.nn.softmax(scores, axis=-1)


@one_op
@tf.function
def train_body(x, net, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x)))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train(x, steps):
    net = Scores()
    optimizer = SGD(net.trainable_variables, lr=0.1)
    for _ in range(steps):
        train_body(x, net, optimizer)


train(tf.ones([2, 4]), 3)
# findings
# steps/masked_and_scaled.py:11:27: N402 note The sign of NaN is NaN, not 0.
