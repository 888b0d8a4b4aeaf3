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
# output
# A tuple of one network, a tensor of another: what is unpacked, indexed or asked tells which.
import keras
import tensorflow as tf
from torch_compat import Adam, Linear, one_op


class Single(keras.Model):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 1)

    def call(self, x):
        return self.fc(x)


class Twin(keras.Model):
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
        self.optimizer.apply(tape.gradient(loss, self.optimizer.params))

    def smaller(self, x: tf.Tensor):
        one, other = self.critic(x)
        return tf.squeeze(tf.minimum(one, other), axis=-1)

    def three(self, x: tf.Tensor):
        first, second, third = self.critic(x)
        return tf.reshape(first, [-1]), self.critic(x).index(x), tf.reduce_sum(self.critic(x)[2])
