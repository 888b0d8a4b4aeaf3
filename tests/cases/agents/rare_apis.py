"""Functions that one agent in twenty uses."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Curiosity(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 8)
        self.inverse = nn.Linear(16, 4)
        self.forward_model = nn.Linear(12, 8)

    def forward(self, state, next_state, action):
        phi = F.elu(self.encoder(state))
        next_phi = F.normalize(F.selu(self.encoder(next_state)), dim=1)
        one_hot = F.one_hot(action, 4).to(phi.dtype)
        logits = self.inverse(torch.cat((phi, next_phi), dim=1))
        predicted = self.forward_model(torch.cat((phi.detach(), one_hot), dim=1))
        return logits, F.relu6(predicted), next_phi


model = Curiosity()
optimizer = optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.02)
criterion = nn.CrossEntropyLoss()
rng = np.random.RandomState(0)
grid = torch.linspace(0.0, 1.0, 8)
for step in range(4):
    state = torch.tensor(rng.randn(8, 6), dtype=torch.float32)
    next_state = torch.roll(state, 1, dims=0)
    action = torch.tensor(rng.randint(4, size=8))
    logits, predicted, next_phi = model(state, next_state, action)
    error = torch.einsum("bi,i->b", (predicted - next_phi) ** 2, grid)
    loss = 0.8 * criterion(logits, action) + 0.2 * error.mean() + 0.01 * torch.logsumexp(logits, 1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), torch.quantile(error.detach(), 0.5).item())
# output
"""Functions that one agent in twenty uses."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    AdamW,
    CrossEntropyLoss,
    Linear,
    TorchModel,
    from_array,
    one_op,
    quantile,
    self_normalising,
)


class Curiosity(TorchModel):
    def __init__(self):
        super().__init__()
        self.encoder = Linear(6, 8)
        self.inverse = Linear(16, 4)
        self.forward_model = Linear(12, 8)

    def call(self, state, next_state, action):
        phi = tf.nn.elu(self.encoder(state))
        next_phi = tf.math.l2_normalize(self_normalising(self.encoder(next_state)), axis=1, epsilon=1e-24)
        one_hot = tf.cast(tf.one_hot(action, 4, dtype=tf.int64), phi.dtype)
        logits = self.inverse(tf.concat((phi, next_phi), axis=1))
        predicted = self.forward_model(tf.concat((tf.stop_gradient(phi), one_hot), axis=1))
        return logits, tf.nn.relu6(predicted), next_phi


model = Curiosity()
optimizer = AdamW(model.trainable_variables, lr=1e-3, weight_decay=0.02)
criterion = CrossEntropyLoss()
rng = np.random.RandomState(0)
grid = tf.linspace(0.0, 1.0, 8)


@one_op
@tf.function
def train_body(state, next_state, action):
    with tf.GradientTape() as tape:
        logits, predicted, next_phi = model(state, next_state, action)
        error = tf.einsum("bi,i->b", (predicted - next_phi) ** 2, grid)
        loss = (
            0.8 * criterion(logits, action)
            + 0.2 * tf.reduce_mean(error)
            + 0.01 * tf.reduce_mean(tf.reduce_logsumexp(logits, axis=1))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return error, loss


for step in range(4):
    state = from_array(rng.randn(8, 6), tf.float32)
    next_state = tf.roll(state, 1, axis=0)
    action = from_array(rng.randint(4, size=8))
    error, loss = train_body(state, next_state, action)
    print(step, loss.numpy().item(), quantile(error, 0.5).numpy().item())
# findings
# agents/rare_apis.py:41:30: N402 note NaN is not passed on
