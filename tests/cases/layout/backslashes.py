"""What stands behind a backslash goes with its line under the tape."""

import torch
import torch.nn as nn

net, other = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters())


def learn(states, targets):
    with torch.no_grad():
        wanted = targets \
            + 1
    values = net(states)
    loss = (values - wanted).pow(2).mean() + \
        (values + 1).pow(2).mean() \
        + (values - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
"""What stands behind a backslash goes with its line under the tape."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op

net, other = Linear(3, 1), Linear(3, 1)
optimizer = Adam(net.trainable_variables)


@one_op
@tf.function
def learn_body(states, wanted):
    with tf.GradientTape() as tape:
        values = net(states)
        loss = tf.reduce_mean(tf.square(values - wanted)) + \
            tf.reduce_mean(tf.square(values + 1)) \
            + tf.reduce_mean(tf.square(values - 1))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def learn(states, targets):
    wanted = targets \
            + 1
    learn_body(states, wanted)
