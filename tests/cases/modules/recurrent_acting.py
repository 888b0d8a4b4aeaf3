import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.LSTM(4, 8)
        self.head = nn.Linear(8, 2)

    def act(self, state, hidden):
        x, hidden = self.body(state.reshape(1, 1, 4), hidden)
        return self.head(x), hidden

    def value(self, states):
        return self.head(torch.cat([states] * 4, dim=1))


class Env:
    def reset(self):
        self.left = 5
        return [1.0, 0.0, 0.0, 0.0]

    def step(self, action):
        self.left -= 1
        return [0.0, 1.0, 0.0, float(action)], self.left == 0


def episode(env, policy):
    hidden = (torch.zeros(1, 1, 8), torch.zeros(1, 1, 8))
    state, done, states = env.reset(), False, []
    while not done:
        logits, hidden = policy.act(torch.tensor(state, dtype=torch.float32), hidden)
        state, done = env.step(int(logits.argmax()))
        states.append([float(logits[0, 0, 0]), float(logits[0, 0, 1])])
    return float(policy.value(torch.tensor(states)).sum())


print(episode(Env(), Policy()))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import LSTM, Linear, TorchModel, graph


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.body = LSTM(4, 8)
        self.head = Linear(8, 2)

    def act(self, state, hidden):
        x, hidden = self.body(tf.reshape(state, [1, 1, 4]), hidden)
        return self.head(x), hidden

    def value(self, states):
        return self.head(tf.concat([states] * 4, axis=1))


class Env:
    def reset(self):
        self.left = 5
        return [1.0, 0.0, 0.0, 0.0]

    def step(self, action):
        self.left -= 1
        return [0.0, 1.0, 0.0, float(action)], self.left == 0


def episode(env, policy):
    hidden = (tf.zeros([1, 1, 8]), tf.zeros([1, 1, 8]))
    state, done, states = env.reset(), False, []
    while not done:
        logits, hidden = graph(policy.act)(tf.constant(state, tf.float32), hidden)
        state, done = env.step(logits.numpy().argmax().item())
        states.append(
            [float(logits[0, 0, 0].numpy().item()), float(logits[0, 0, 1].numpy().item())]
        )
    return float(tf.reduce_sum(graph(policy.value, any_length=True)(tf.constant(states))))


print(episode(Env(), Policy()))
