"""cleanrl's loop: the last observation of an episode goes into a copy, and all into one buffer."""

import numpy as np
import torch
import torch.nn as nn


class Walk:
    """Two walkers, each in an array of its own at every step."""

    def __init__(self):
        self.rng = np.random.default_rng(0)

    def reset(self):
        return self.rng.standard_normal((2, 3)).astype(np.float32), {}

    def step(self, actions):
        ended = self.rng.random(2) < 0.5
        last = self.rng.standard_normal((2, 3)).astype(np.float32)
        return self.reset()[0] + actions[:, None], ended, {"final": last}


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        for parameter in self.parameters():
            nn.init.constant_(parameter, 0.5)

    def get_action(self, x):
        q = self.fc(x)
        return torch.argmax(q, dim=1), q


def collect(envs):
    network, buffer = Network(), []
    obs, _ = envs.reset()
    for step in range(6):
        if step < 2:
            actions = np.array([0, 1])
        else:
            actions, q = network.get_action(torch.Tensor(obs))
            actions = actions.numpy()
        next_obs, ended, infos = envs.step(actions)
        real_next_obs = next_obs.copy()
        for index, end in enumerate(ended):
            if end:
                real_next_obs[index] = infos["final"][index]
        buffer.append((obs, real_next_obs, actions))
        obs = next_obs
    return buffer


for obs, real_next_obs, actions in collect(Walk()):
    print(obs.sum().item(), real_next_obs.sum().item(), actions)
