"""Layers that behave otherwise in training: dropout and normalisation, train() and eval()."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 16)
        self.norm = nn.LayerNorm(16)
        self.dropout = nn.Dropout(p=0.3)
        self.fc2 = nn.Linear(16, 2)

    def forward(self, x):
        x = F.relu(self.norm(self.fc1(x)))
        x = self.dropout(x)
        if self.training:
            x = x * 1.5
        return self.fc2(x)


q = QNet()
optimizer = optim.Adam(q.parameters(), lr=1e-3)
rng = np.random.RandomState(0)


def evaluate():
    q.eval()
    with torch.no_grad():
        value = q(torch.ones(1, 4)).mean().item()
    q.train()
    return value


for step in range(4):
    state = torch.tensor(rng.randn(8, 4), dtype=torch.float32)
    target = torch.tensor(rng.randn(8, 2), dtype=torch.float32)
    loss = F.mse_loss(q(state), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), evaluate())
# output
"""Layers that behave otherwise in training: dropout and normalisation, train() and eval()."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Dropout,
    LayerNorm,
    Linear,
    TorchModel,
    from_array,
    graph_by_mode,
    modes,
    one_op,
    set_mode,
)


class QNet(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc1 = Linear(4, 16)
        self.norm = LayerNorm(16)
        self.dropout = Dropout(p=0.3)
        self.fc2 = Linear(16, 2)

    def call(self, x):
        x = tf.nn.relu(self.norm(self.fc1(x)))
        x = self.dropout(x)
        if getattr(self, "training", True):
            x = x * 1.5
        return self.fc2(x)


q = QNet()
optimizer = Adam(q.trainable_variables, lr=1e-3)
rng = np.random.RandomState(0)


def evaluate():
    set_mode(q, False)
    value = tf.reduce_mean(graph_by_mode(q)(tf.ones([1, 4]))).numpy().item()
    set_mode(q, True)
    return value


@one_op
@tf.function
def train_body(state, target, modes):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(q(state) - target))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(4):
    state = from_array(rng.randn(8, 4), tf.float32)
    target = from_array(rng.randn(8, 2), tf.float32)
    loss = train_body(state, target, modes(q))
    print(step, loss.numpy().item(), evaluate())
