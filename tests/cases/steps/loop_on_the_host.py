"""Targets that a loop of Python's computes of the forward pass: the body makes that pass again."""

import random

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(3, 8)
        self.policy = nn.Linear(8, 2)
        self.value = nn.Linear(8, 1)

    def pi(self, x):
        return F.softmax(self.policy(F.relu(self.hidden(x))), dim=1)

    def v(self, x):
        return self.value(F.relu(self.hidden(x)))


class Memory:
    def __init__(self):
        self.sequences = []

    def put(self, sequence):
        self.sequences.append(sequence)

    def sample(self):
        states, actions, rewards = [], [], []
        for sequence in self.sequences[-2:]:
            for state, action, reward in sequence:
                states.append(state)
                actions.append([action])
                rewards.append(reward)
        return torch.tensor(states, dtype=torch.float), torch.tensor(actions), rewards


def train(net, optimizer, memory):
    states, actions, rewards = memory.sample()

    v = net.v(states)
    pi_a = net.pi(states).gather(1, actions)
    baseline = v.squeeze(1).detach()

    target = 0.0
    targets = []
    for i in reversed(range(len(rewards))):
        target = rewards[i] + 0.9 * (0.5 * target + 0.5 * baseline[i].item())
        targets.append(target)
    targets.reverse()
    targets = torch.tensor(targets, dtype=torch.float).unsqueeze(1)

    loss = -torch.log(pi_a) * (targets - v).detach() + F.smooth_l1_loss(v, targets)
    optimizer.zero_grad()
    loss.mean().backward()
    optimizer.step()


def main():
    random.seed(0)
    net = ActorCritic()
    optimizer = optim.Adam(net.parameters(), lr=0.01)
    memory = Memory()
    for episode in range(6):
        length = random.randint(2, 5)
        sequence = []
        for _ in range(length):
            state = [random.random() for _ in range(3)]
            sequence.append((state, random.randint(0, 1), random.random()))
        memory.put(sequence)
        train(net, optimizer, memory)


if __name__ == "__main__":
    main()
# output
"""Targets that a loop of Python's computes of the forward pass: the body makes that pass again."""

import os
import random

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op, smooth_l1


class ActorCritic(TorchModel):
    def __init__(self):
        super().__init__()
        self.hidden = Linear(3, 8)
        self.policy = Linear(8, 2)
        self.value = Linear(8, 1)

    def pi(self, x):
        return tf.nn.softmax(self.policy(tf.nn.relu(self.hidden(x))), axis=1)

    def v(self, x):
        return self.value(tf.nn.relu(self.hidden(x)))


class Memory:
    def __init__(self):
        self.sequences = []

    def put(self, sequence):
        self.sequences.append(sequence)

    def sample(self):
        states, actions, rewards = [], [], []
        for sequence in self.sequences[-2:]:
            for state, action, reward in sequence:
                states.append(state)
                actions.append([action])
                rewards.append(reward)
        return tf.constant(states, tf.float32), tf.constant(actions, tf.int64), rewards


@one_op
@tf.function(reduce_retracing=True)
def train_body(net, optimizer, states, actions, targets):
    with tf.GradientTape() as tape:
        v = net.v(states)
        pi_a = tf.gather(net.pi(states), actions, batch_dims=1)

        loss = (
            -tf.math.log(pi_a) * tf.stop_gradient(targets - v)
            + tf.reduce_mean(smooth_l1(v - targets))
        )
        total_loss = tf.reduce_mean(loss)
    grads = tape.gradient(total_loss, optimizer.params)
    optimizer.apply(grads)


@one_op
@tf.function(reduce_retracing=True)
def train_forward(net, states, actions):
    v = net.v(states)
    pi_a = tf.gather(net.pi(states), actions, batch_dims=1)
    baseline = tf.stop_gradient(tf.squeeze(v, axis=1))
    return baseline


def train(net, optimizer, memory):
    states, actions, rewards = memory.sample()
    baseline = train_forward(net, states, actions)

    target = 0.0
    targets = []
    baseline = baseline.numpy()
    for i in reversed(range(len(rewards))):
        target = rewards[i] + 0.9 * (0.5 * target + 0.5 * baseline[i].item())
        targets.append(target)
    targets.reverse()
    targets = tf.expand_dims(tf.constant(targets, tf.float32), axis=1)
    train_body(net, optimizer, states, actions, targets)


def main():
    random.seed(0)
    net = ActorCritic()
    optimizer = Adam(net.trainable_variables, lr=0.01)
    memory = Memory()
    for episode in range(6):
        length = random.randint(2, 5)
        sequence = []
        for _ in range(length):
            state = [random.random() for _ in range(3)]
            sequence.append((state, random.randint(0, 1), random.random()))
        memory.put(sequence)
        train(net, optimizer, memory)


if __name__ == "__main__":
    main()
