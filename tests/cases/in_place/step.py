# Changes of a local tensor inside of an update and of a forward pass are part of the graph.
import torch
import torch.nn.functional as F


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 2)

    def forward(self, x):
        y = self.fc(x)
        y[y < 0] = 0.0
        y.clamp_(max=5.0)
        return y


net = Net()
optimizer = torch.optim.Adam(net.parameters())


def train(states: torch.Tensor, rewards: torch.Tensor):
    q = net(states)
    target = torch.zeros(8, 2)
    target[:, 0] = rewards
    target += 1.0
    loss = F.mse_loss(q, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss, target
# output
# Changes of a local tensor inside of an update and of a forward pass are part of the graph.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op, replaced


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(4, 2)

    def call(self, x):
        y = self.fc(x)
        y = tf.where(y < 0, 0.0, y)
        y = tf.minimum(y, 5.0)
        return y


net = Net()
optimizer = Adam(net.trainable_variables)


@one_op
@tf.function
def train_body(states, rewards):
    with tf.GradientTape() as tape:
        q = net(states)
        target = tf.zeros([8, 2])
        target = replaced(target, lambda target: target[:, 0], rewards)
        target += 1.0
        loss = tf.reduce_mean(tf.square(q - target))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return target, loss


def train(states: tf.Tensor, rewards: tf.Tensor):
    target, loss = train_body(states, rewards)
    return loss, target
