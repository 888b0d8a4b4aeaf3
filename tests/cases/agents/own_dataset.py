"""Behaviour cloning of sequences: a dataset of the program's own gives tensors, arrays and numbers."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


class Trajectories(Dataset):
    def __init__(self, count, length):
        rng = np.random.default_rng(0)
        self.states = rng.standard_normal((count, length, 4)).astype(np.float32)
        self.actions = np.tanh(self.states[..., :2])

    def __len__(self):
        return len(self.states)

    def __getitem__(self, i):
        mask = np.ones(self.states.shape[1], dtype=np.float32)
        mask[: i % 3] = 0
        return torch.from_numpy(self.states[i]), torch.from_numpy(self.actions[i]), mask, 0.5 + i % 2


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(4, 8)
        self.mix = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, states):
        batch, length = states.shape[:2]
        x = self.embed(states).reshape(batch * length, 8)
        return torch.tanh(self.head(torch.relu(self.mix(x)))).reshape(batch, length, 2)


policy = Policy()
optimizer = torch.optim.AdamW(policy.parameters(), lr=1e-2)
loader = DataLoader(Trajectories(10, 5), batch_size=4)
for epoch in range(2):
    for states, actions, mask, weight in loader:
        keep = mask.reshape(-1) > 0
        found = policy(states).reshape(-1, 2)[keep]
        loss = F.mse_loss(found, actions.reshape(-1, 2)[keep]) * weight.float().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(epoch, loss.item())
# output
"""Behaviour cloning of sequences: a dataset of the program's own gives tensors, arrays and numbers."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import AdamW, DataLoader, Dataset, Linear, TorchModel, from_array, one_op


class Trajectories(Dataset):
    def __init__(self, count, length):
        rng = np.random.default_rng(0)
        self.states = rng.standard_normal((count, length, 4)).astype(np.float32)
        self.actions = np.tanh(self.states[..., :2])

    def __len__(self):
        return len(self.states)

    def __getitem__(self, i):
        mask = np.ones(self.states.shape[1], dtype=np.float32)
        mask[: i % 3] = 0
        return from_array(self.states[i]), from_array(self.actions[i]), mask, 0.5 + i % 2


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.embed = Linear(4, 8)
        self.mix = Linear(8, 8)
        self.head = Linear(8, 2)

    def call(self, states):
        batch, length = states.shape[:2]
        x = tf.reshape(self.embed(states), [batch * length, 8])
        return tf.reshape(tf.tanh(self.head(tf.nn.relu(self.mix(x)))), [batch, length, 2])


policy = Policy()
optimizer = AdamW(policy.trainable_variables, lr=1e-2)
loader = DataLoader(Trajectories(10, 5), batch_size=4)


@one_op
@tf.function
def train_body(mask, states, actions, weight):
    keep = tf.reshape(mask, [-1]) > 0
    with tf.GradientTape() as tape:
        found = tf.boolean_mask(tf.reshape(policy(states), [-1, 2]), keep)
        loss = (
            tf.reduce_mean(tf.square(found - tf.boolean_mask(tf.reshape(actions, [-1, 2]), keep)))
            * tf.reduce_mean(tf.cast(weight, tf.float32))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for epoch in range(2):
    for states, actions, mask, weight in loader:
        loss = train_body(mask, states, actions, weight)
    print(epoch, loss.numpy().item())
# findings
# agents/own_dataset.py:39:10: N402 note items come in another random order, and are loaded in the program's own process
