"""Pictures: three convolutions, NCHW, pixels to [0, 1], flattened for the head."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class QNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = nn.Sequential(
            nn.Conv2d(4, 8, 8, stride=4),
            nn.ReLU(),
            nn.Conv2d(8, 8, 4, stride=2, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(8 * 4 * 4, 32),
            nn.ReLU(),
            nn.Linear(32, 3),
        )

    def forward(self, x):
        return self.network(x / 255.0)


q_network = QNetwork()
optimizer = optim.Adam(q_network.parameters(), lr=1e-4)
rng = np.random.RandomState(0)
for step in range(3):
    frames = rng.randint(256, size=(4, 36, 36, 4), dtype=np.uint8)
    frames = torch.from_numpy(frames).permute(0, 3, 1, 2).float()
    actions = torch.from_numpy(rng.randint(3, size=(4, 1)))
    target = torch.from_numpy(rng.rand(4)).float()

    q = q_network(frames).gather(1, actions).squeeze()
    loss = F.mse_loss(q, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""Pictures: three convolutions, NCHW, pixels to [0, 1], flattened for the head."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Conv2d, Linear, Sequential, TorchModel, from_array, one_op


class QNetwork(TorchModel):
    def __init__(self):
        super().__init__()
        self.network = Sequential(
            Conv2d(4, 8, 8, stride=4),
            keras.layers.ReLU(),
            Conv2d(8, 8, 4, stride=2, padding=1),
            keras.layers.ReLU(),
            keras.layers.Flatten(),
            Linear(8 * 4 * 4, 32),
            keras.layers.ReLU(),
            Linear(32, 3),
        )

    def call(self, x):
        return self.network(x / 255.0)


q_network = QNetwork()
optimizer = Adam(q_network.trainable_variables, lr=1e-4)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(frames, actions, target):
    with tf.GradientTape() as tape:
        q = tf.squeeze(tf.gather(q_network(frames), actions, batch_dims=1))
        loss = tf.reduce_mean(tf.square(q - target))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(3):
    frames = rng.randint(256, size=(4, 36, 36, 4), dtype=np.uint8)
    frames = tf.cast(tf.transpose(from_array(frames), [0, 3, 1, 2]), tf.float32)
    actions = from_array(rng.randint(3, size=(4, 1)))
    target = from_array(rng.rand(4), tf.float32)
    loss = train_body(frames, actions, target)
    print(step, loss.numpy().item())
