"""Settings in a dict whose items are read as attributes: Keras would make a plain one of it."""

import torch
import torch.nn as nn


class dotdict(dict):
    def __getattr__(self, name):
        return self[name]


class Net(nn.Module):
    def __init__(self, game, args):
        super().__init__()
        self.args = args
        self.game = game
        self.fc = nn.Linear(3, args.width)
        self.out = nn.Linear(args.width, 1)

    def forward(self, x):
        return self.out(torch.relu(self.fc(x)).reshape(-1, self.args.width))


net = Net(None, dotdict({"width": 4}))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
"""Settings in a dict whose items are read as attributes: Keras would make a plain one of it."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, one_op, set_untracked


class dotdict(dict):
    def __getattr__(self, name):
        return self[name]


class Net(TorchModel):
    def __init__(self, game, args):
        super().__init__()
        set_untracked(self, "args", args)
        self.game = game
        self.fc = Linear(3, args.width)
        self.out = Linear(args.width, 1)

    def call(self, x):
        return self.out(tf.reshape(tf.nn.relu(self.fc(x)), [-1, self.args.width]))


net = Net(None, dotdict({"width": 4}))
optimizer = SGD(net.trainable_variables, lr=0.1)


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(tf.random.normal([4, 3]))))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for _ in range(5):
    train_body()
