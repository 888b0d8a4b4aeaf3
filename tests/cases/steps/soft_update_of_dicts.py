# A target network that follows through dicts of parameters.
import torch
import torch.nn as nn

net, target = nn.Linear(3, 2), nn.Linear(3, 2)
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)


def follow(tau):
    ours, theirs = net.named_parameters(), target.named_parameters()
    state, target_state = dict(ours), dict(theirs)
    for name in state:
        state[name] = tau * state[name].clone() + \
                (1 - tau) * target_state[name].clone()
    target.load_state_dict(state)


for _ in range(3):
    x = torch.randn(4, 3)
    loss = (net(x) - target(x).detach() + 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(0.1)
# output
# A target network that follows through dicts of parameters.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op, set_variables, variables_once

net, target = Linear(3, 2), Linear(3, 2)
optimizer = Adam(net.trainable_variables, lr=0.1)


def follow(tau):
    ours, theirs = variables_once(net, True), variables_once(target, True)
    state, target_state = dict(ours), dict(theirs)
    for name in state:
        state[name] = tau * tf.identity(state[name]) + \
                (1 - tau) * tf.identity(target_state[name])
    set_variables(target, state)


@one_op
@tf.function
def train_body():
    x = tf.random.normal([4, 3])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - tf.stop_gradient(target(x)) + 1))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for _ in range(3):
    train_body()
    follow(0.1)
