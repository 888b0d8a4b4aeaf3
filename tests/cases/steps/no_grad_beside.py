# no_grad() beside another block: one in the other.
import contextlib

import torch


@contextlib.contextmanager
def evaluating(net):
    net.eval()
    yield net
    net.train()


class Agent:
    def __init__(self):
        self.net = torch.nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def act(self, state):
        # greedy
        with torch.no_grad(), evaluating(self.net):  # no exploration
            return self.net(state).argmax(-1)

    def learn(self, state, lock):
        values = self.net(state)
        with lock, torch.no_grad(), evaluating(self.net) as net:
            target = net(state) + 1
        loss = (values - target).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    agent = Agent()
    for _ in range(4):
        state = torch.rand(5, 3)
        print(agent.act(state))
        agent.learn(state, contextlib.nullcontext())
# output
# no_grad() beside another block: one in the other.
import contextlib
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, graph, one_op, set_mode


@contextlib.contextmanager
def evaluating(net):
    set_mode(net, False)
    yield net
    set_mode(net, True)


class Agent:
    def __init__(self):
        self.net = Linear(3, 2)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def act(self, state):
        # greedy
        with evaluating(self.net):  # no exploration
            return tf.stop_gradient(tf.argmax(graph(self.net, taped=True)(state), axis=-1))

    def learn(self, state, lock):
        with lock:
            with evaluating(self.net) as net:
                target = net(state) + 1
        self._learn_body(state, target)

    @one_op
    @tf.function
    def _learn_body(self, state, target):
        with tf.GradientTape() as tape:
            values = self.net(state)
            loss = tf.reduce_mean(tf.square(values - target))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)


if __name__ == "__main__":
    tf.random.set_seed(0)
    agent = Agent()
    for _ in range(4):
        state = tf.random.uniform([5, 3])
        print(agent.act(state))
        agent.learn(state, contextlib.nullcontext())
