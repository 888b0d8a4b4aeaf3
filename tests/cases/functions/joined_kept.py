"""Tensors that are kept one by one are joined by their arrays, but not where a tape may be open."""

import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
memory = [torch.from_numpy(np.random.rand(1, 3)).float() for _ in range(4)]
values = {"first": memory}

with torch.no_grad():
    print(net(torch.cat([state for state in memory])))
    print(net(torch.cat(values["first"], 0)))
print(torch.cat(memory, dim=1), torch.concat([*memory], -1))
print(torch.cat([2 * state for state in memory]), torch.cat([memory[0], memory[1]]))


def learn():
    found = []
    for state in memory:
        print(state)
        found.append(net(state))
    loss = torch.cat(found).mean() + torch.cat(memory).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


learn()
# output
"""Tensors that are kept one by one are joined by their arrays, but not where a tape may be open."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, concat, from_array, graph, one_op, vmapped

net = Linear(3, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)
memory = [from_array(np.random.rand(1, 3), tf.float32) for _ in range(4)]
values = {"first": memory}

print(graph(net)(concat([state for state in memory], axis=0)))
print(graph(net)(concat(values["first"], axis=0)))
print(concat(memory, axis=1), tf.concat([*memory], axis=-1))
print(tf.concat([2 * state for state in memory], axis=0), tf.concat([memory[0], memory[1]], axis=0))


def learn_step(state):
    """One step, computed again from what was kept while acting."""
    return net(state)


@one_op
@tf.function
def learn_body(states, memory):
    with tf.GradientTape() as tape:
        founds = vmapped(learn_step)(states)
        loss = tf.reduce_mean(founds) + tf.reduce_mean(memory)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def learn():
    found = []
    for state in memory:
        print(state)
        found.append(state)
    states = tf.stack([state for state in found])
    learn_body(states, concat(memory, axis=0))


learn()
