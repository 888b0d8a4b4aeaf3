# A tuple of one network, a tensor of another: what is unpacked, indexed or asked tells which.
import torch
import torch.nn as nn


class Single(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc(x)


class Twin(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.other = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc(x), self.other(x)


class Agent:
    def __init__(self, twin):
        self.critic = Twin() if twin else Single()
        self.twin = twin
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def learn(self, x: torch.Tensor):
        if self.twin:
            loss = -self.critic(x)[0].mean()
        else:
            loss = -self.critic(x).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def smaller(self, x: torch.Tensor):
        one, other = self.critic(x)
        return torch.min(one, other).squeeze(-1)

    def three(self, x: torch.Tensor):
        first, second, third = self.critic(x)
        return first.view(-1), self.critic(x).index(x), self.critic(x)[2].sum()


class Quantiles(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)

    def forward(self, x, taus=4):
        return self.fc(x)[:, :taus], x


class Distributional:
    def __init__(self, twin):
        if twin:
            self.critic = Twin()
        else:
            self.critic = Quantiles()
        self.taus = 2

    def values(self, x: torch.Tensor):
        values, _ = self.critic(x, self.taus)
        return values.sum(1)


def log_density(x, mean, std):
    var = std.pow(2)
    return -(x - mean).pow(2) / (2 * var)
# output
# A tuple of one network, a tensor of another: what is unpacked, indexed or asked tells which.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, graph, one_op, smaller as torch_smaller


class Single(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 1)

    def call(self, x):
        return self.fc(x)


class Twin(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 1)
        self.other = Linear(3, 1)

    def call(self, x):
        return self.fc(x), self.other(x)


class Agent:
    def __init__(self, twin):
        self.critic = Twin() if twin else Single()
        self.twin = twin
        self.optimizer = Adam(self.critic.trainable_variables)

    def learn(self, x: tf.Tensor):
        self._learn_body(x)

    @one_op
    @tf.function
    def _learn_body(self, x):
        with tf.GradientTape() as tape:
            if self.twin:
                loss = -tf.reduce_mean(self.critic(x)[0])
            else:
                loss = -tf.reduce_mean(self.critic(x))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

    def smaller(self, x: tf.Tensor):
        one, other = graph(self.critic, taped=True)(x)
        return tf.squeeze(torch_smaller(one, other), axis=-1)

    def three(self, x: tf.Tensor):
        first, second, third = graph(self.critic, taped=True)(x)
        return (
            tf.reshape(first, [-1]),
            graph(self.critic, taped=True)(x).index(x),
            tf.reduce_sum(graph(self.critic, taped=True)(x)[2]),
        )


class Quantiles(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 4)

    def call(self, x, taus=4):
        return self.fc(x)[:, :taus], x


class Distributional:
    def __init__(self, twin):
        if twin:
            self.critic = Twin()
        else:
            self.critic = Quantiles()
        self.taus = 2

    def values(self, x: tf.Tensor):
        values, _ = graph(self.critic, taped=True)(x, taus=self.taus)
        return tf.reduce_sum(values, axis=1)


def log_density(x, mean, std):
    var = tf.square(std)
    return -tf.square(x - mean) / (2 * var)
