# A tuple that a function returns: each part has no other name, or some part does.
import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(3, 2)
        self.value = nn.Linear(3, 1)

    def forward(self, x, u=None):
        mu, q = torch.tanh(self.mu(x)), None
        if u is not None:
            q = (mu - u).sum(1)
        return mu, q, self.value(x)


class Agent:
    def __init__(self):
        self.policy = Policy()
        self.last = torch.zeros(2)

    def twice(self, state):
        mu = self.policy.mu(state)
        return mu, mu.view(-1)

    def same(self, state):
        mu = self.policy.mu(state)
        return mu, mu

    def held(self, state):
        return self.policy.mu(state), self.last

    def act(self, state, noise):
        with torch.no_grad():
            mu, _, _ = self.policy(state)
        mu += torch.Tensor(noise)
        return mu.clamp(-1, 1)

    def refused(self, state: torch.Tensor):
        row, flat = self.twice(state)
        row += 1
        one, other = self.same(state)
        other *= 2
        mu, last = self.held(state)
        last += mu
        return row, flat, one
# output
# A tuple that a function returns: each part has no other name, or some part does.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, TorchModel, from_array, graph


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.mu = Linear(3, 2)
        self.value = Linear(3, 1)

    def call(self, x, u=None):
        mu, q = tf.tanh(self.mu(x)), None
        if u is not None:
            q = tf.reduce_sum(mu - u, axis=1)
        return mu, q, self.value(x)


class Agent:
    def __init__(self):
        self.policy = Policy()
        self.last = tf.zeros([2])

    def twice(self, state):
        mu = graph(self.policy.mu, taped=True)(state)
        return mu, tf.reshape(mu, [-1])

    def same(self, state):
        mu = graph(self.policy.mu, taped=True)(state)
        return mu, mu

    def held(self, state):
        return graph(self.policy.mu, taped=True)(state), self.last

    def act(self, state, noise):
        mu, _, _ = graph(self.policy, taped=True)(state)
        mu = tf.stop_gradient(mu)
        mu += from_array(noise, tf.float32)
        return tf.clip_by_value(mu, -1, 1)

    def refused(self, state: tf.Tensor):
        row, flat = self.twice(state)
        # porter: P102 changed in place: row may be another name of a tensor that is held elsewhere
        row += 1
        one, other = self.same(state)
        # porter: P102 changed in place: other may be another name of a tensor that is held elsewhere
        other *= 2
        mu, last = self.held(state)
        # porter: P102 changed in place: last may be another name of a tensor that is held elsewhere
        last += mu
        return row, flat, one
# findings
# in_place/several_results.py:43:9: P102 error changed in place: row may be another name of a tensor that is held elsewhere -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
# in_place/several_results.py:45:9: P102 error changed in place: other may be another name of a tensor that is held elsewhere -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
# in_place/several_results.py:47:9: P102 error changed in place: last may be another name of a tensor that is held elsewhere -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
