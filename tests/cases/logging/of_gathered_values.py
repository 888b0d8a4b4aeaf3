# The values of actions are logged between loss and step: a tensor's gather() catches no errors.
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
start = time.time()
for step in range(10):
    states, actions = torch.rand(4, 3), torch.tensor([[0], [1], [0], [1]])
    values = net(states).gather(1, actions).squeeze()
    loss = F.mse_loss(values, states.sum(1))
    if step % 2 == 0:
        print("values", values.mean().item(), "steps per second", int(step / (time.time() - start)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
# The values of actions are logged between loss and step: a tensor's gather() catches no errors.
import os
import time

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op

net = Linear(3, 2)
optimizer = SGD(net.trainable_variables, lr=0.1)
start = time.time()


@one_op
@tf.function
def train_body(states, actions):
    with tf.GradientTape() as tape:
        values = tf.squeeze(tf.gather(net(states), actions, batch_dims=1))
        loss = tf.reduce_mean(tf.square(values - tf.reduce_sum(states, axis=1)))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return values


for step in range(10):
    states, actions = tf.random.uniform([4, 3]), tf.constant([[0], [1], [0], [1]], tf.int64)
    values = train_body(states, actions)
    if step % 2 == 0:
        print(
            "values",
            tf.reduce_mean(values).numpy().item(),
            "steps per second",
            int(step / (time.time() - start)),
        )
