import torch
import torch.nn as nn
import torch.optim as optim


class Agent:
    def __init__(self, rate):
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 2)
        self.optimizer = optim.Adam(
            [
                {"params": self.body.parameters(), "lr": 1e-3},  # slow
                {"params": self.head.parameters()},
            ],
            rate,
            fused=True,
        )
        groups = [{"params": net.parameters()} for net in (self.body, self.head)]
        self.other = optim.SGD(groups, lr=0.1, foreach=False)

    def train(self, x, y):
        loss = nn.functional.mse_loss(self.head(torch.relu(self.body(x))), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.optimizer.param_groups[0]["lr"] *= 0.99
        for group in self.optimizer.param_groups:
            group["lr"] = max(group["lr"], 1e-5)
        return [group["lr"] for group in self.optimizer.param_groups]
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Adam, Linear, ParamGroups, one_op


class Agent:
    def __init__(self, rate):
        self.body, self.head = Linear(4, 8), Linear(8, 2)
        self.optimizer = ParamGroups(
            Adam,
            [
                {"params": self.body.trainable_variables, "lr": 1e-3},  # slow
                {"params": self.head.trainable_variables},
            ],
            lr=rate,
        )
        groups = [{"params": net.trainable_variables} for net in (self.body, self.head)]
        self.other = ParamGroups(SGD, groups, lr=0.1)

    def train(self, x, y):
        self._train_body(x, y)
        self.optimizer.param_groups[0].learning_rate.assign(
            float(self.optimizer.param_groups[0].learning_rate) * 0.99
        )
        for group in self.optimizer.param_groups:
            group.learning_rate.assign(max(float(group.learning_rate), 1e-5))
        return [float(group.learning_rate) for group in self.optimizer.param_groups]

    @one_op
    @tf.function
    def _train_body(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.head(tf.nn.relu(self.body(x))) - y))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
