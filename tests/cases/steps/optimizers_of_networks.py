# Optimizers that stand in their networks, or in a list: each has gradients of its own.
import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=0.1)

    def forward(self, x):
        return self.fc(x)


class Agent:
    def __init__(self):
        self.critic_1, self.critic_2 = Critic(), Critic()
        self.nets = [nn.Linear(3, 1), nn.Linear(3, 1)]
        self.optimizers = [torch.optim.Adam(net.parameters(), lr=0.1) for net in self.nets]

    def learn(self, x, y):
        self.critic_1.optimizer.zero_grad()
        self.critic_2.optimizer.zero_grad()
        loss = (self.critic_1(x) - y).pow(2).mean() + (self.critic_2(x) - y).pow(2).mean()
        loss.backward()
        self.critic_1.optimizer.step()
        self.critic_2.optimizer.step()

    def learn_more(self, x, y):
        first, second = self.nets
        self.optimizers[0].zero_grad()
        self.optimizers[1].zero_grad()
        loss = (first(x) - y).pow(2).mean() + 2 * (second(x) - y).pow(2).mean()
        loss.backward()
        self.optimizers[0].step()
        self.optimizers[1].step()
        return loss.item()


agent = Agent()
for _ in range(3):
    agent.learn(torch.randn(4, 3), torch.randn(4, 1))
    print(agent.learn_more(torch.randn(4, 3), torch.randn(4, 1)))
# output
# Optimizers that stand in their networks, or in a list: each has gradients of its own.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op


class Critic(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 1)
        self.optimizer = Adam(self.trainable_variables, lr=0.1)

    def call(self, x):
        return self.fc(x)


class Agent:
    def __init__(self):
        self.critic_1, self.critic_2 = Critic(), Critic()
        self.nets = [Linear(3, 1), Linear(3, 1)]
        self.optimizers = [Adam(net.trainable_variables, lr=0.1) for net in self.nets]

    def learn(self, x, y):
        self._learn_body(x, y)

    @one_op
    @tf.function
    def _learn_body(self, x, y):
        with tf.GradientTape() as tape:
            loss = (
                tf.reduce_mean(tf.square(self.critic_1(x) - y))
                + tf.reduce_mean(tf.square(self.critic_2(x) - y))
            )
        critic_1_grads, critic_2_grads = tape.gradient(
            loss, [self.critic_1.optimizer.params, self.critic_2.optimizer.params]
        )
        self.critic_1.optimizer.apply(critic_1_grads)
        self.critic_2.optimizer.apply(critic_2_grads)

    def learn_more(self, x, y):
        first, second = self.nets
        loss = self._learn_more_body(x, y, first, second)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_more_body(self, x, y, first, second):
        with tf.GradientTape() as tape:
            loss = (
                tf.reduce_mean(tf.square(first(x) - y))
                + 2 * tf.reduce_mean(tf.square(second(x) - y))
            )
        grads, grads_2 = tape.gradient(loss, [self.optimizers[0].params, self.optimizers[1].params])
        self.optimizers[0].apply(grads)
        self.optimizers[1].apply(grads_2)
        return loss


agent = Agent()
for _ in range(3):
    agent.learn(tf.random.normal([4, 3]), tf.random.normal([4, 1]))
    print(agent.learn_more(tf.random.normal([4, 3]), tf.random.normal([4, 1])))
