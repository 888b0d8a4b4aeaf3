# A class of the program has a shape, with lists in it that somebody fills: a trace would keep them.
import torch
import torch.nn as nn


class Board:
    def __init__(self):
        self.shape = [[1.0], [2.0]]


class Policy(nn.Module):
    def __init__(self, board):
        super().__init__()
        self.weights = board.shape[0]
        self.layer = nn.Linear(3, 1)

    def forward(self, x):
        return self.layer(x) * sum(self.weights)


def train(board, batches):
    policy = Policy(board)
    optimizer = torch.optim.Adam(policy.parameters())
    for x, y in batches:
        board.shape[0].append(1.0)
        loss = ((policy(torch.as_tensor(x)) - torch.as_tensor(y)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
# output
# A class of the program has a shape, with lists in it that somebody fills: a trace would keep them.
import operator
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, graph, promoted, tensor_of


class Board:
    def __init__(self):
        self.shape = [[1.0], [2.0]]


class Policy(TorchModel):
    def __init__(self, board):
        super().__init__()
        self.weights_ = board.shape[0]
        self.layer = Linear(3, 1)

    def call(self, x):
        return self.layer(x) * sum(self.weights_)


def train(board, batches):
    policy = Policy(board)
    optimizer = Adam(policy.trainable_variables)
    for x, y in batches:
        board.shape[0].append(1.0)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(promoted(operator.sub, policy(tensor_of(x)), tensor_of(y)) ** 2)
        grads = tape.gradient(loss, optimizer.params)
        graph(optimizer.apply)(grads)
# findings
# steps/shapes_of_ones_own.py:14:9: N401 note weights is called weights_: Keras reserves the name
# steps/shapes_of_ones_own.py:26:9: N403 note this update stays in eager mode: it calls forward(): it reads self.weights, which changes -> write the step as tensor code only, with host lines before or behind it
