"""Projecting a distribution onto fixed atoms: masks, and writes at indices."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

ATOMS, V_MIN, V_MAX, BATCH = 11, -2.0, 2.0, 8
support = torch.linspace(V_MIN, V_MAX, ATOMS)
delta_z = (V_MAX - V_MIN) / (ATOMS - 1)
net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, ATOMS))
optimizer = optim.Adam(net.parameters(), lr=1e-2)
rng = np.random.RandomState(0)


def project(next_state, rewards, nonterminals):
    """What the next state's distribution is worth here."""
    with torch.no_grad():
        p = torch.softmax(net(next_state), dim=1)
        tz = rewards.unsqueeze(1) + nonterminals * 0.9 * support.unsqueeze(0)
        tz = tz.clamp(min=V_MIN, max=V_MAX)
        b = (tz - V_MIN) / delta_z
        l, u = b.floor().to(torch.int64), b.ceil().to(torch.int64)
        # Both neighbours are the same where b is a whole number
        l[(u > 0) * (l == u)] -= 1
        u[(l < (ATOMS - 1)) * (l == u)] += 1

        m = torch.zeros(BATCH, ATOMS)
        offset = torch.arange(0, BATCH * ATOMS, ATOMS).unsqueeze(1).expand(BATCH, ATOMS)
        m.view(-1).index_add_(0, (l + offset).view(-1), (p * (u.float() - b)).view(-1))
        m.view(-1).index_add_(0, (u + offset).view(-1), (p * (b - l.float())).view(-1))
    return m


for step in range(4):
    state = torch.tensor(rng.randn(BATCH, 4), dtype=torch.float32)
    next_state = torch.tensor(rng.randn(BATCH, 4), dtype=torch.float32)
    rewards = torch.tensor(rng.randint(-1, 2, size=BATCH), dtype=torch.float32)
    nonterminals = torch.tensor(rng.randint(2, size=(BATCH, 1)), dtype=torch.float32)
    m = project(next_state, rewards, nonterminals)

    loss = -torch.sum(m * torch.log_softmax(net(state), dim=1), 1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""Projecting a distribution onto fixed atoms: masks, and writes at indices."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, expand, from_array, graph, one_op

ATOMS, V_MIN, V_MAX, BATCH = 11, -2.0, 2.0, 8
support = tf.linspace(V_MIN, V_MAX, ATOMS)
delta_z = (V_MAX - V_MIN) / (ATOMS - 1)
net = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, ATOMS))
optimizer = Adam(net.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)


def project(next_state, rewards, nonterminals):
    """What the next state's distribution is worth here."""
    p = tf.nn.softmax(graph(net, taped=True)(next_state), axis=1)
    tz = tf.expand_dims(rewards, axis=1) + nonterminals * 0.9 * tf.expand_dims(support, axis=0)
    tz = tf.clip_by_value(tz, V_MIN, V_MAX)
    b = (tz - V_MIN) / delta_z
    l, u = tf.cast(tf.floor(b), tf.int64), tf.cast(tf.math.ceil(b), tf.int64)
    # Both neighbours are the same where b is a whole number
    l = tf.where((u > 0) & (l == u), l - 1, l)
    u = tf.where((l < (ATOMS - 1)) & (l == u), u + 1, u)

    m = tf.zeros([BATCH, ATOMS])
    offset = expand(
        tf.expand_dims(tf.range(0, BATCH * ATOMS, delta=ATOMS, dtype=tf.int64), axis=1),
        [BATCH, ATOMS],
    )
    m = tf.reshape(
        tf.tensor_scatter_nd_add(
            tf.reshape(m, [-1]),
            tf.reshape(l + offset, [-1])[:, tf.newaxis],
            tf.reshape(p * (tf.cast(u, tf.float32) - b), [-1]),
        ),
        tf.shape(m),
    )
    m = tf.reshape(
        tf.tensor_scatter_nd_add(
            tf.reshape(m, [-1]),
            tf.reshape(u + offset, [-1])[:, tf.newaxis],
            tf.reshape(p * (b - tf.cast(l, tf.float32)), [-1]),
        ),
        tf.shape(m),
    )
    m = tf.stop_gradient(m)
    return m


@one_op
@tf.function
def train_body(next_state, rewards, nonterminals, state):
    m = project(next_state, rewards, nonterminals)

    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(tf.reduce_sum(m * tf.nn.log_softmax(net(state), axis=1), axis=1))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(4):
    state = from_array(rng.randn(BATCH, 4), tf.float32)
    next_state = from_array(rng.randn(BATCH, 4), tf.float32)
    rewards = from_array(rng.randint(-1, 2, size=BATCH), tf.float32)
    nonterminals = from_array(rng.randint(2, size=(BATCH, 1)), tf.float32)
    loss = train_body(next_state, rewards, nonterminals, state)
    print(step, loss.numpy().item())
