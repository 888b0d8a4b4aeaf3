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
