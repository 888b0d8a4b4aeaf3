"""`baseline(episodes)`, `episodes.mask`: a network takes it, but it is an object of the program."""

import torch


class Episodes:
    def __init__(self):
        self.rows = torch.arange(6.0).reshape(3, 2)
        self.mask = torch.tensor([1.0, 0.0, 1.0])

    @property
    def actions(self):
        return self.rows[:, 0]

    def gae(self, values, tau):
        return self.rows[:, 1] * tau - values


class Baseline(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor([0.5, -0.25]))

    def forward(self, episodes):
        return episodes.rows @ self.weight


class Learner:
    def __init__(self, baseline):
        self.baseline = baseline

    def loss(self, episodes):
        values = self.baseline(episodes)
        advantages = episodes.gae(values, tau=0.9)
        actions = episodes.actions.clamp(max=3.0)
        return (advantages * actions * episodes.mask).sum()


print(Learner(Baseline()).loss(Episodes()).item())
