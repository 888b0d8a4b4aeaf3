"""Gradients are clipped by their norm, and the norm is logged; or network by network."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Value(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 16)
        self.fc2 = nn.Linear(16, 1)

    def forward(self, x):
        return self.fc2(F.leaky_relu(self.fc1(x)))


def update(net, optimizer, state, target, max_norm):
    loss = F.smooth_l1_loss(net(state), target)
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), max_norm)
    optimizer.step()
    return loss.item(), norm.item()


def update_both(nets, optimizer, state):
    loss = nets[0](state).mean() * nets[1](state).mean()
    optimizer.zero_grad()
    loss.backward()
    for net in nets:
        nn.utils.clip_grad_norm_(net.parameters(), 0.1)
    optimizer.step()


if __name__ == "__main__":
    net = Value()
    optimizer = optim.RMSprop(net.parameters(), lr=1e-3)
    nets = [Value(), Value()]
    both = optim.SGD([*nets[0].parameters(), *nets[1].parameters()], lr=1e-2)
    rng = np.random.RandomState(0)
    for i in range(4):
        state = torch.from_numpy(rng.randn(8, 5)).float()
        target = torch.from_numpy(10 * rng.randn(8, 1)).float()
        print(update(net, optimizer, state, target, 0.5))
        update_both(nets, both, state)
# output
"""Gradients are clipped by their norm, and the norm is logged; or network by network."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    SGD,
    Linear,
    RMSprop,
    TorchModel,
    clip_grad_norm,
    from_array,
    grad_norm,
    grads_of,
    one_op,
    smooth_l1,
)


class Value(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc1 = Linear(5, 16)
        self.fc2 = Linear(16, 1)

    def call(self, x):
        return self.fc2(tf.nn.leaky_relu(self.fc1(x), alpha=0.01))


@one_op
@tf.function
def update_body(net, optimizer, state, target, max_norm):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(smooth_l1(net(state) - target))
    grads = tape.gradient(loss, optimizer.params)
    norm = grad_norm(grads)
    grads = clip_grad_norm(grads, max_norm)
    optimizer.apply(grads)
    return loss, norm


def update(net, optimizer, state, target, max_norm):
    loss, norm = update_body(net, optimizer, state, target, max_norm)
    return loss.numpy().item(), norm.numpy().item()


@one_op
@tf.function
def update_both_body(nets, optimizer, state):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(nets[0](state)) * tf.reduce_mean(nets[1](state))
    grads = tape.gradient(loss, optimizer.params)
    for net in nets:
        grads = clip_grad_norm(
            grads, 0.1, some=grads_of(net.trainable_variables, optimizer.params, grads)
        )
    optimizer.apply(grads)


def update_both(nets, optimizer, state):
    update_both_body(nets, optimizer, state)


if __name__ == "__main__":
    net = Value()
    optimizer = RMSprop(net.trainable_variables, lr=1e-3)
    nets = [Value(), Value()]
    both = SGD([*nets[0].trainable_variables, *nets[1].trainable_variables], lr=1e-2)
    rng = np.random.RandomState(0)
    for i in range(4):
        state = from_array(rng.randn(8, 5), tf.float32)
        target = from_array(10 * rng.randn(8, 1), tf.float32)
        print(update(net, optimizer, state, target, 0.5))
        update_both(nets, both, state)
