import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.data = []
        self.fc = nn.Linear(4, 1)
        self.optimizer = optim.Adam(self.parameters(), lr=1e-3)

    def make_batch(self):
        states, rewards = zip(*self.data)
        self.data = []
        return torch.tensor(states, dtype=torch.float), torch.tensor(rewards, dtype=torch.float)

    def targets(self, states, rewards):
        with torch.no_grad():
            values = self.fc(states)
            return torch.tensor((rewards + values[:, 0]).numpy()).unsqueeze(1)

    def train_net(self):
        states, rewards = self.make_batch()
        target = self.targets(states, rewards)
        loss = F.smooth_l1_loss(self.fc(states), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, graph, one_op, smooth_l1


class Agent(TorchModel):
    def __init__(self):
        super().__init__()
        self.data = []
        self.fc = Linear(4, 1)
        self.optimizer = Adam(self.trainable_variables, lr=1e-3)

    def make_batch(self):
        states, rewards = zip(*self.data)
        self.data = []
        return from_array(states, tf.float32), from_array(rewards, tf.float32)

    def targets(self, states, rewards):
        values = graph(self.fc, taped=True)(states)
        return tf.stop_gradient(
            tf.expand_dims(from_array((rewards + values[:, 0]).numpy()), axis=1)
        )

    def train_net(self):
        states, rewards = self.make_batch()
        target = self.targets(states, rewards)
        self._train_net_body(states, target)

    @one_op
    @tf.function
    def _train_net_body(self, states, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(smooth_l1(self.fc(states) - target))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
