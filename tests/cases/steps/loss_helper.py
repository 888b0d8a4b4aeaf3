import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)

    def greedy(self, x):
        with torch.no_grad():
            return self(x).max(1)[0]


def td_loss(net, states, rewards, following):
    value = net(states).max(1)[0]
    with torch.no_grad():
        # no gradient through the bootstrap
        best = net(following).max(1)[0]
        target = rewards + 0.9 * best
        # the target is done
    return ((value - target) ** 2).mean() + (value.detach() - net.greedy(following)).mean()


def evaluate(net, states):
    with torch.no_grad():
        return net(states).detach().numpy()


net = Net()
opt = torch.optim.Adam(net.parameters())
for _ in range(3):
    states, rewards, following = torch.randn(4, 2), torch.randn(4), torch.randn(4, 2)
    loss = td_loss(net, states, rewards, following)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(evaluate(net, states))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, graph, largest, one_op


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 2)

    def call(self, x):
        return self.fc(x)

    def greedy(self, x):
        return tf.stop_gradient(tf.reduce_max(self(x), axis=1))


def td_loss(net, states, rewards, following):
    value = largest(net(states), axis=1)
    # no gradient through the bootstrap
    best = tf.reduce_max(net(following), axis=1)
    target = tf.stop_gradient(rewards + 0.9 * best)
    # the target is done
    return (
        tf.reduce_mean((value - target) ** 2)
        + tf.reduce_mean(tf.stop_gradient(value) - net.greedy(following))
    )


def evaluate(net, states):
    return graph(net)(states).numpy()


net = Net()
opt = Adam(net.trainable_variables)


@one_op
@tf.function
def train_body():
    states, rewards, following = (
        tf.random.normal([4, 2]),
        tf.random.normal([4]),
        tf.random.normal([4, 2]),
    )
    with tf.GradientTape() as tape:
        loss = td_loss(net, states, rewards, following)
    grads = tape.gradient(loss, opt.params)
    opt.apply(grads)
    return states


for _ in range(3):
    states = train_body()
print(evaluate(net, states))
