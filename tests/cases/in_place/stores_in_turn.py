"""A memory whose tensors are stored into by a loop over a list of them."""

import numpy as np
import torch


class Memory:
    def __init__(self, size):
        self.states = torch.zeros(size, 2)
        self.actions = torch.zeros(size, 1)
        self.count, self.size = 0, size

    def push(self, state, action):
        index = self.count % self.size
        state = torch.tensor(state).float()
        action = torch.tensor(action).float()
        for pool, value in zip([self.states, self.actions], [state, action]):
            # one after the other
            pool[index] = value
        self.count += 1

    def sample(self, rows):
        return self.states[rows], self.actions[rows]


memory = Memory(3)
for i in range(5):
    memory.push(np.array([i, 0.5 * i]), np.array([-1.0 * i]))
states, actions = memory.sample(np.array([0, 2, 1]))
print(states.tolist(), actions.tolist())


def kept(pools, index, value):
    """Not written down: the loop stays, and is refused."""
    for pool in pools:
        pool[index] = value
    return pools


def read_behind(first, second):
    for pool in [first, second]:
        pool[0] = 1.0
    return pool


print(read_behind(torch.zeros(2), torch.zeros(2)), kept([torch.zeros(2)], 0, 1.0))
# output
"""A memory whose tensors are stored into by a loop over a list of them."""

import numpy as np
import tensorflow as tf
from torch_compat import from_array


class Memory:
    def __init__(self, size):
        self.states = np.zeros([size, 2], np.float32)
        self.actions = np.zeros([size, 1], np.float32)
        self.count, self.size = 0, size

    def push(self, state, action):
        index = self.count % self.size
        state = from_array(state, tf.float32)
        action = from_array(action, tf.float32)
        # one after the other
        self.states[index] = state
        self.actions[index] = action
        self.count += 1

    def sample(self, rows):
        return tf.constant(self.states[rows]), tf.constant(self.actions[rows])


memory = Memory(3)
for i in range(5):
    memory.push(np.array([i, 0.5 * i]), np.array([-1.0 * i]))
states, actions = memory.sample(np.array([0, 2, 1]))
print(states.numpy().tolist(), actions.numpy().tolist())


def kept(pools, index, value):
    """Not written down: the loop stays, and is refused."""
    for pool in pools:
        # porter: P102 changed in place: pool may be another name of a tensor that is held elsewhere
        pool[index] = value
    return pools


def read_behind(first, second):
    for pool in [first, second]:
        # porter: P102 changed in place: pool may be another name of a tensor that is held elsewhere
        pool[0] = 1.0
    return pool


print(read_behind(tf.zeros([2]), tf.zeros([2])), kept([tf.zeros([2])], 0, 1.0))
# findings
# in_place/stores_in_turn.py:36:9: P102 error changed in place: pool may be another name of a tensor that is held elsewhere -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
# in_place/stores_in_turn.py:42:9: P102 error changed in place: pool may be another name of a tensor that is held elsewhere -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
