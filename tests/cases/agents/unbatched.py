"""One state at a time: networks are called with vectors, without a batch."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 16)
        self.fc2 = nn.Linear(16, 2)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))

    def sample_action(self, obs, coin):
        if coin < 0.1:
            return 1
        return self.forward(obs).argmax().item()


q = QNet()
optimizer = optim.SGD(q.parameters(), lr=0.05)
rng = np.random.RandomState(0)
state = rng.randn(4)
for step in range(6):
    action = q.sample_action(torch.from_numpy(state).float(), rng.rand())
    next_state, reward = rng.randn(4), float(action)

    with torch.no_grad():
        target = reward + 0.9 * q(torch.from_numpy(next_state).float()).max()
    loss = (q(torch.from_numpy(state).float())[action] - target) ** 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    state = next_state
    print(step, action, loss.item())
# output
"""One state at a time: networks are called with vectors, without a batch."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, from_array, graph, one_op


class QNet(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc1 = Linear(4, 16)
        self.fc2 = Linear(16, 2)

    def call(self, x):
        return self.fc2(tf.nn.relu(self.fc1(x)))

    def sample_action(self, obs, coin):
        if coin < 0.1:
            return 1
        return graph(self)(obs).numpy().argmax().item()


q = QNet()
optimizer = SGD(q.trainable_variables, lr=0.05)
rng = np.random.RandomState(0)
state = rng.randn(4)


@one_op
@tf.function
def train_body(action, reward, next_state, state):
    target = reward + 0.9 * tf.reduce_max(q(next_state))
    with tf.GradientTape() as tape:
        loss = (q(state)[action] - target) ** 2
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(6):
    action = q.sample_action(from_array(state, tf.float32), rng.rand())
    next_state, reward = rng.randn(4), float(action)
    loss = train_body(
        tf.convert_to_tensor(action, tf.int64),
        tf.convert_to_tensor(reward, tf.float32),
        from_array(next_state, tf.float32),
        from_array(state, tf.float32),
    )
    state = next_state
    print(step, action, loss.numpy().item())
