"""The target network is copied right before the loss: no gradient comes of that, and no tape is needed."""

import numpy as np
import torch
import torch.nn as nn


def calc_loss(batch, net, target):
    states, rewards = batch
    wanted = torch.tensor(rewards) + 0.9 * target(torch.tensor(states)).max(1)[0].detach()
    return nn.MSELoss()(net(torch.tensor(states)).max(1)[0], wanted)


net, target = nn.Linear(3, 2), nn.Linear(3, 2)
optimizer = torch.optim.Adam(net.parameters())
rng = np.random.RandomState(0)
for step in range(6):
    optimizer.zero_grad()
    if step % 3 == 0:
        target.load_state_dict(net.state_dict())

    batch = rng.randn(4, 3).astype(np.float32), rng.randn(4).astype(np.float32)
    loss = calc_loss(batch, net, target)
    loss.backward()
    optimizer.step()
# output
"""The target network is copied right before the loss: no gradient comes of that, and no tape is needed."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, MSELoss, from_array, graph, largest


def calc_loss(batch, net, target):
    states, rewards = batch
    wanted = (
        from_array(rewards)
        + 0.9 * tf.stop_gradient(tf.reduce_max(target(from_array(states)), axis=1))
    )
    return MSELoss()(largest(net(from_array(states)), axis=1), wanted)


net, target = Linear(3, 2), Linear(3, 2)
optimizer = Adam(net.trainable_variables)
rng = np.random.RandomState(0)
for step in range(6):
    if step % 3 == 0:
        target.set_weights(net.get_weights())

    batch = rng.randn(4, 3).astype(np.float32), rng.randn(4).astype(np.float32)
    with tf.GradientTape() as tape:
        loss = calc_loss(batch, net, target)
    grads = tape.gradient(loss, optimizer.params)
    graph(optimizer.apply)(grads)
# findings
# steps/target_copied_first.py:23:5: N403 note this update stays in eager mode: it calls calc_loss(): not known to be a tensor -> write the step as tensor code only, with host lines before or behind it
