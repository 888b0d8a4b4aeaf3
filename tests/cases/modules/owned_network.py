"""Acting: a network that an agent keeps gets a method; one that is replaced is asked as it is."""

import numpy as np
import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 2)

    def forward(self, state):
        return torch.tanh(self.out(state))

    def best(self, state):
        return self.forward(state).max(1).values


class Agent:
    def __init__(self):
        self.actor = Actor()
        self.frozen = Actor()

    def act(self, observation):
        state = torch.from_numpy(observation).float().unsqueeze(0)
        with torch.no_grad():
            return self.actor(state).numpy()[0]

    def value(self, observation):
        with torch.no_grad():
            return self.actor.best(torch.from_numpy(observation).float()).item()

    def freeze(self):
        self.frozen = Actor()

    def old(self, observation):
        with torch.no_grad():
            return self.frozen(torch.from_numpy(observation).float()).numpy()


agent = Agent()
print(agent.act(np.ones(3)).shape, agent.old(np.ones((1, 3))).shape)
print(agent.value(np.ones((1, 3))) < 2)
# output
"""Acting: a network that an agent keeps gets a method; one that is replaced is asked as it is."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Linear, TorchModel, from_array, graph, largest, one_op


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.out = Linear(3, 2)

    def call(self, state):
        return tf.tanh(self.out(state))

    def best(self, state):
        return largest(self(state), axis=1)


class Agent:
    def __init__(self):
        self.actor = Actor()
        self.frozen = Actor()

    def act(self, observation):
        state = from_array(observation[np.newaxis], tf.float32)
        return self._call_actor(state).numpy()[0]

    @one_op
    @tf.function
    def _call_actor(self, state):
        return self.actor(state)

    def value(self, observation):
        return self._actor_best(from_array(observation, tf.float32)).numpy().item()

    @one_op
    @tf.function
    def _actor_best(self, state):
        return self.actor.best(state)

    def freeze(self):
        self.frozen = Actor()

    def old(self, observation):
        return graph(self.frozen)(from_array(observation, tf.float32)).numpy()


agent = Agent()
print(agent.act(np.ones(3)).shape, agent.old(np.ones((1, 3))).shape)
print(agent.value(np.ones((1, 3))) < 2)
