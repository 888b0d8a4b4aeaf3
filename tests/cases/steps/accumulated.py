import torch
import torch.nn as nn

net = nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)


def every_other(k=2):
    optimizer.zero_grad()
    for i in range(4):
        loss = net(torch.rand(8, 3)).pow(2).mean() / k
        loss.backward()
        if (i + 1) % k == 0:
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            optimizer.zero_grad()  # only now


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.count = 0

    def learn(self, x):
        self.count += 1
        loss = self.net(x).pow(2).mean()
        # Adds up from call to call
        loss.backward()
        if self.count % 2 == 0:
            self.step()

    def step(self):
        self.optimizer.step()
        self.optimizer.zero_grad()


if __name__ == "__main__":
    every_other()
    agent = Agent()
    for _ in range(4):
        agent.learn(torch.rand(8, 3))
    last = nn.Linear(3, 1)
    sgd = torch.optim.SGD(last.parameters(), lr=1e-2)
    for _ in range(3):
        sgd.zero_grad()
        last(torch.rand(8, 3)).pow(2).mean().backward()
        sgd.step()
    for _ in range(3):  # what is left of the last gradient counts
        last(torch.rand(8, 3)).mean().backward()
        sgd.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Adam, Linear, added, clip_grad_norm, graph, one_op

net = Linear(3, 1)
optimizer = Adam(net.trainable_variables, lr=1e-2)


@one_op
@tf.function
def every_other_body(k):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(tf.random.uniform([8, 3])))) / k
    new_grads = tape.gradient(loss, optimizer.params)
    return new_grads


def every_other(k=2):
    grads = [None] * len(optimizer.params)
    for i in range(4):
        new_grads = every_other_body(k)
        grads = added(grads, new_grads)
        if (i + 1) % k == 0:
            grads = clip_grad_norm(grads, 0.5)
            graph(optimizer.apply)(grads)
            grads = [None] * len(optimizer.params)  # only now


class Agent:
    def __init__(self):
        self.net = Linear(3, 1)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.grads = [None] * len(self.optimizer.params)
        self.count = 0

    def learn(self, x):
        self.count += 1
        new_grads = self._learn_body(x)
        self.grads = added(self.grads, new_grads)
        if self.count % 2 == 0:
            self.step()

    @one_op
    @tf.function
    def _learn_body(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(x)))
        # Adds up from call to call
        new_grads = tape.gradient(loss, self.optimizer.params)
        return new_grads

    def step(self):
        graph(self.optimizer.apply)(self.grads)
        self.grads = [None] * len(self.optimizer.params)


if __name__ == "__main__":
    every_other()
    agent = Agent()
    for _ in range(4):
        agent.learn(tf.random.uniform([8, 3]))
    last = Linear(3, 1)
    sgd = SGD(last.trainable_variables, lr=1e-2)
    sgd_grads = [None] * len(sgd.params)

    @one_op
    @tf.function
    def train_body():
        with tf.GradientTape() as tape:
            total_loss = tf.reduce_mean(tf.square(last(tf.random.uniform([8, 3]))))
        sgd_grads = tape.gradient(total_loss, sgd.params)
        sgd.apply(sgd_grads)
        return sgd_grads

    for _ in range(3):
        sgd_grads = train_body()

    @one_op
    @tf.function
    def train_sgd():
        with tf.GradientTape() as tape:
            total_loss = tf.reduce_mean(last(tf.random.uniform([8, 3])))
        new_sgd_grads = tape.gradient(total_loss, sgd.params)
        return new_sgd_grads

    for _ in range(3):  # what is left of the last gradient counts
        new_sgd_grads = train_sgd()
        sgd_grads = added(sgd_grads, new_sgd_grads)
        graph(sgd.apply)(sgd_grads)
