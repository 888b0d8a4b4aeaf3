"""Gradients that are read behind the step, for a log. What they tell comes back with the next
states, so that a wrong one shows."""

import numpy as np
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
rng = np.random.RandomState(0)
scale = 1.0

for step in range(4):
    states = torch.tensor(scale * rng.randn(6, 3), dtype=torch.float32)
    optimizer.zero_grad()
    loss = net(states).pow(2).mean()
    loss.backward()
    nn.utils.clip_grad_norm(net.parameters(), 0.5)  # as torch 0.3 had it
    optimizer.step()

    largest, means, count = 0.0, 0.0, 0
    for p in net.parameters():
        largest = max(largest, p.grad.abs().max().item())
        means += (p.grad**2).mean().sqrt().item()
        count += 1
    if step % 2 == 0:
        grads = np.concatenate(
            [p.grad.data.cpu().numpy().flatten() for p in net.parameters() if p.grad is not None]
        )
        scale += np.sqrt(np.mean(np.square(grads)))
    scale += largest + means / count
    print(loss.item(), scale)


def total_norm(network):
    total = 0.0
    for p in network.parameters():
        total += p.grad.data.norm(2).item() ** 2
    return total**0.5


def learn(states):
    loss = net(states).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item(), total_norm(net)


for _ in range(3):
    loss, norm = learn(states)
    states = states * norm
    print(loss)
# output
"""Gradients that are read behind the step, for a log. What they tell comes back with the next
states, so that a wrong one shows."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, clip_grad_norm, from_array, one_op

net = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 2))
optimizer = Adam(net.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)
scale = 1.0


@one_op
@tf.function(reduce_retracing=True)
def train_body(states):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(states)))
    grads_ = tape.gradient(loss, optimizer.params)
    grads_ = clip_grad_norm(grads_, 0.5)  # as torch 0.3 had it
    optimizer.apply(grads_)
    return loss, grads_


for step in range(4):
    states = from_array(scale * rng.randn(6, 3), tf.float32)
    loss, grads_ = train_body(states)

    largest, means, count = 0.0, 0.0, 0
    for grad in grads_:
        largest = max(largest, tf.reduce_max(tf.abs(grad)).numpy().item())
        means += tf.sqrt(tf.reduce_mean(grad**2)).numpy().item()
        count += 1
    if step % 2 == 0:
        grads = np.concatenate(
            [grad.numpy().flatten() for grad in grads_ if grad is not None]
        )
        scale += np.sqrt(np.mean(np.square(grads)))
    scale += largest + means / count
    print(loss.numpy().item(), scale)


def total_norm(network, grads_):
    total = 0.0
    for grad in grads_:
        total += tf.norm(grad).numpy().item() ** 2
    return total**0.5


@one_op
@tf.function(reduce_retracing=True)
def learn_body(states):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(states))
    grads_ = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads_)
    return loss, grads_


def learn(states):
    loss, grads_ = learn_body(states)
    return loss.numpy().item(), total_norm(net, grads_)


for _ in range(3):
    loss, norm = learn(states)
    states = states * norm
    print(loss)
