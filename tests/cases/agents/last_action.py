"""Actor-critic, one step at a time: the log-probability of the last action is kept in an attribute."""

import torch
import torch.nn as nn
from torch.distributions import Categorical


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.pi, self.v = nn.Linear(3, 8), nn.Linear(8, 2), nn.Linear(8, 1)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        return self.pi(h), self.v(h)


class Agent:
    def __init__(self):
        self.net = Net()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.log_prob = None

    def act(self, s):
        logits, _ = self.net(s)
        dist = Categorical(logits=logits)
        a = dist.sample()
        self.log_prob = dist.log_prob(a)
        return a.item()

    def learn(self, s, r, s_):
        self.optimizer.zero_grad()
        _, v = self.net(s)
        _, v_ = self.net(s_)
        delta = r + 0.9 * v_.detach() - v
        loss = -self.log_prob * delta.detach() + delta**2
        loss.mean().backward()
        self.optimizer.step()


torch.manual_seed(0)
agent = Agent()
s = torch.ones(1, 3)
for _ in range(4):
    a = agent.act(s)
    s_ = s * 0.5 + a
    agent.learn(s, float(a), s_)
    s = s_
# output
"""Actor-critic, one step at a time: the log-probability of the last action is kept in an attribute."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, TorchModel, graph


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.body, self.pi, self.v = Linear(3, 8), Linear(8, 2), Linear(8, 1)

    def call(self, x):
        h = tf.tanh(self.body(x))
        return self.pi(h), self.v(h)


class Agent:
    def __init__(self):
        self.net = Net()
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.log_prob = None
        self.tape = tf.GradientTape(persistent=True)  # records while acting, until the update

    def act(self, s):
        with self.tape:
            logits, _ = self.net(s)
            dist = Categorical(logits=logits)
            a = dist.sample()
            self.log_prob = dist.log_prob(a)
        return a.numpy().item()

    def learn(self, s, r, s_):
        with self.tape:
            _, v = self.net(s)
            _, v_ = self.net(s_)
            delta = r + 0.9 * tf.stop_gradient(v_) - v
            loss = -self.log_prob * tf.stop_gradient(delta) + delta**2
            total_loss = tf.reduce_mean(loss)
        grads = self.tape.gradient(total_loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)
        self.tape = tf.GradientTape(persistent=True)


tf.random.set_seed(0)
agent = Agent()
s = tf.ones([1, 3])
for _ in range(4):
    a = agent.act(s)
    s_ = s * 0.5 + a
    agent.learn(s, float(a), s_)
    s = s_
# findings
# agents/last_action.py:33:9: N403 note this update stays in eager mode: it learns from what was computed, step by step, while acting -> keep states and actions instead, and run the network on all of them in the update
