"""Target networks in three spellings: a copy, a slow average, a hard update."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

TAU = 0.05


class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(3, 16)
        self.l2 = nn.Linear(16, 1)

    def forward(self, state):
        return self.l2(F.relu(self.l1(state)))


critic = Q()
slow = copy.deepcopy(critic)
late = Q()
late.load_state_dict(critic.state_dict())
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
rng = np.random.RandomState(0)

for step in range(6):
    state = torch.FloatTensor(rng.randn(16, 3))
    next_state = torch.FloatTensor(rng.randn(16, 3))
    reward = torch.FloatTensor(rng.rand(16, 1))

    with torch.no_grad():
        target = reward + 0.9 * torch.min(slow(next_state), late(next_state))
    loss = F.mse_loss(critic(state), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    # The slow network follows at every step, the late one at every third
    for param, target_param in zip(critic.parameters(), slow.parameters()):
        target_param.data.copy_(TAU * param.data + (1 - TAU) * target_param.data)
    if step % 3 == 0:
        late.load_state_dict(critic.state_dict())
    print(step, loss.item())
# output
"""Target networks in three spellings: a copy, a slow average, a hard update."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, one_op

TAU = 0.05


class Q(TorchModel):
    def __init__(self):
        super().__init__()
        self.l1 = Linear(3, 16)
        self.l2 = Linear(16, 1)

    def call(self, state):
        return self.l2(tf.nn.relu(self.l1(state)))


critic = Q()
slow = Q()
slow.set_weights(critic.get_weights())
late = Q()
late.set_weights(critic.get_weights())
optimizer = Adam(critic.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(state, next_state, reward):
    target = reward + 0.9 * tf.minimum(slow(next_state), late(next_state))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(critic(state) - target))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)

    # The slow network follows at every step, the late one at every third
    for param, target_param in zip(critic.trainable_variables, slow.trainable_variables):
        target_param.assign(TAU * param + (1 - TAU) * target_param)
    return loss


for step in range(6):
    state = from_array(rng.randn(16, 3), tf.float32)
    next_state = from_array(rng.randn(16, 3), tf.float32)
    reward = from_array(rng.rand(16, 1), tf.float32)
    loss = train_body(state, next_state, reward)
    if step % 3 == 0:
        late.set_weights(critic.get_weights())
    print(step, loss.numpy().item())
