"""Noise that a forward pass draws, and numbers that a trace knows: NoisyNet, implicit quantiles."""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

low, high, atoms = -2.0, 3.0, 5


class Noisy(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.inputs, self.outputs = inputs, outputs
        bound = 1 / math.sqrt(inputs)
        self.weight = nn.Parameter(torch.empty(outputs, inputs).uniform_(-bound, bound))
        self.sigma = nn.Parameter(torch.full((outputs, inputs), 0.5 * bound))
        self.register_buffer("epsilon", torch.zeros(outputs, inputs))

    def forward(self, x):
        if self.training:
            self.draw()
            return F.linear(x, self.weight + self.sigma * self.epsilon)
        return F.linear(x, self.weight)

    def draw(self):
        self.epsilon.copy_(torch.ger(self.scaled(self.outputs), self.scaled(self.inputs)))

    def scaled(self, size):
        x = torch.randn(size)
        return x.sign().mul(x.abs().sqrt())


class Quantiles(nn.Module):
    def __init__(self, waves=6):
        super().__init__()
        self.waves = waves
        self.embedding = nn.Linear(waves, 8)
        self.state = nn.Linear(3, 8)
        self.out = Noisy(8, 2)

    def forward(self, state, samples=4):
        tau = torch.rand(state.size(0), samples, 1)
        waves = torch.arange(1, self.waves + 1, 1.0)
        embedded = F.relu(self.embedding(torch.cos(waves * tau * np.pi)))
        return self.out(F.relu(self.state(state)).unsqueeze(1) * embedded).transpose(1, 2), tau


def spread(values, v_min, v_max, count):
    width = float(v_max - v_min) / (count - 1)
    return ((values.clamp(v_min, v_max) - v_min) / width).pow(pow(2, 1))


class Agent:
    def __init__(self):
        self.net, self.target = Quantiles(), Quantiles()
        self.target.load_state_dict(self.net.state_dict())
        self.target.eval()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def act(self, state):
        with torch.no_grad():
            values, _ = self.net(state.unsqueeze(0), 8)
        return values.mean(2).argmax(1).item()

    def learn(self, states, actions, rewards, next_states):
        rows = torch.arange(states.size(0))
        with torch.no_grad():
            next_values, _ = self.target(next_states)
            best = next_values.mean(2).argmax(1)
            wanted = rewards.unsqueeze(1) + 0.9 * next_values[rows, best]
            wanted = spread(wanted, low, high, atoms)
        values, tau = self.net(states)
        error = wanted.unsqueeze(1) - values[rows, actions].unsqueeze(2)
        loss = ((tau - (error < 0).float()).abs() * F.smooth_l1_loss(
            error, torch.zeros_like(error), reduction="none"
        )).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


rng = np.random.RandomState(0)
agent = Agent()
for _ in range(4):
    states = torch.tensor(rng.randn(5, 3), dtype=torch.float32)
    action = agent.act(states[0])
    actions = torch.tensor(rng.randint(0, 2, 5))
    rewards = torch.tensor(rng.randn(5), dtype=torch.float32)
    print(action, agent.learn(states, actions, rewards, states + 1))
# output
"""Noise that a forward pass draws, and numbers that a trace knows: NoisyNet, implicit quantiles."""

import math
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    TorchModel,
    at,
    from_array,
    graph_by_mode,
    modes,
    one_op,
    set_mode,
    smooth_l1,
    square_root,
)

low, high, atoms = -2.0, 3.0, 5


class Noisy(TorchModel):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.inputs, self.outputs = inputs, outputs
        bound = 1 / math.sqrt(inputs)
        self.weight = keras.Variable(tf.random.uniform([outputs, inputs], -bound, bound))
        self.sigma = keras.Variable(tf.fill((outputs, inputs), 0.5 * bound))
        self.epsilon = keras.Variable(tf.zeros([outputs, inputs]), trainable=False)

    def call(self, x):
        if getattr(self, "training", True):
            self.draw()
            return tf.tensordot(x, self.weight + self.sigma * self.epsilon, [[-1], [-1]])
        return tf.tensordot(x, self.weight, [[-1], [-1]])

    def draw(self):
        self.epsilon.assign(self.scaled(self.outputs)[:, tf.newaxis] * self.scaled(self.inputs))

    def scaled(self, size):
        x = tf.random.normal([size])
        return tf.sign(x) * square_root(tf.abs(x))


class Quantiles(TorchModel):
    def __init__(self, waves=6):
        super().__init__()
        self.waves = waves
        self.embedding = Linear(waves, 8)
        self.state = Linear(3, 8)
        self.out = Noisy(8, 2)

    def call(self, state, samples=4):
        tau = tf.random.uniform([keras.ops.shape(state)[0], samples, 1])
        waves = tf.constant(np.arange(1, self.waves + 1, 1.0), tf.float32)
        embedded = tf.nn.relu(self.embedding(tf.cos(waves * tau * np.pi)))
        return (
            tf.experimental.numpy.swapaxes(
                self.out(tf.expand_dims(tf.nn.relu(self.state(state)), axis=1) * embedded), 1, 2
            ),
            tau,
        )


def spread(values, v_min, v_max, count):
    width = float(v_max - v_min) / (count - 1)
    return tf.pow((tf.clip_by_value(values, v_min, v_max) - v_min) / width, pow(2, 1))


class Agent:
    def __init__(self):
        self.net, self.target = Quantiles(), Quantiles()
        self.target.set_weights(self.net.get_weights())
        set_mode(self.target, False)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)

    def act(self, state):
        values, _ = graph_by_mode(self.net)(tf.expand_dims(state, axis=0), samples=8)
        return tf.reduce_mean(values, axis=2).numpy().argmax(axis=1).item()

    def learn(self, states, actions, rewards, next_states):
        loss = self._learn_body(states, actions, rewards, next_states, modes(self.target, self.net))
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, states, actions, rewards, next_states, modes):
        rows = tf.range(states.shape[0], dtype=tf.int64)
        next_values, _ = self.target(next_states)
        best = tf.argmax(tf.reduce_mean(next_values, axis=2), axis=1)
        wanted = (
            tf.expand_dims(rewards, axis=1)
            + 0.9 * tf.gather_nd(next_values, tf.stack([rows, best], axis=-1))
        )
        wanted = spread(wanted, low, high, atoms)
        with tf.GradientTape() as tape:
            values, tau = self.net(states)
            error = (
                tf.expand_dims(wanted, axis=1)
                - tf.expand_dims(at(values)[rows, actions], axis=2)
            )
            loss = tf.reduce_mean(
                tf.abs(tau - tf.cast(error < 0, tf.float32))
                * smooth_l1(error - tf.zeros_like(error)),
            )
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


rng = np.random.RandomState(0)
agent = Agent()
for _ in range(4):
    states = from_array(rng.randn(5, 3), tf.float32)
    action = agent.act(states[0])
    actions = from_array(rng.randint(0, 2, 5))
    rewards = from_array(rng.randn(5), tf.float32)
    print(action, agent.learn(states, actions, rewards, states + 1))
# findings
# agents/noise_in_forward.py:33:16: N402 note The sign of NaN is NaN, not 0.
