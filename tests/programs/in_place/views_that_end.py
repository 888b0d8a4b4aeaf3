import numpy as np
import torch
import torch.nn as nn


class Rollout:
    def __init__(self, steps):
        self.obs = torch.zeros((steps, 2, 3))
        self.returns = torch.zeros((steps, 2))
        self.place = 0

    def add(self, obs, value):
        self.obs[self.place] = obs
        self.returns[self.place] = value
        self.place = (self.place + 1) % len(self.obs)

    def all(self):
        return self.obs, self.returns

    def row(self, place):
        return self.obs[place], self.returns[place]


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        nn.init.constant_(self.net.weight, 0.1)
        nn.init.constant_(self.net.bias, 0.2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.05)
        self.values = torch.zeros((4, 2))
        self.rollout = Rollout(4)

    def collect(self, obs):
        for step in range(4):
            with torch.no_grad():
                self.values[step] = self.net(obs).flatten()
            self.rollout.add(obs, obs.sum(1) - self.values[step])
            obs = obs + 0.1

    def update(self):
        old = self.values.reshape(-1)
        obs, returns = self.rollout.all()
        flat, goals = obs.reshape(-1, 3), returns.reshape(-1)
        inds = np.arange(8)
        for _ in range(2):
            for start in range(0, 8, 4):
                picked = inds[start : start + 4]
                new = self.net(flat[picked]).view(-1)
                loss = ((new - old[picked] - goals[picked]) ** 2).mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
        first, last = self.rollout.row(0), self.rollout.row(3)
        gap = (last[0] - first[0]).sum() + first[1].sum()
        return loss.item(), gap.item(), np.var(old.cpu().numpy()).item()


agent = Agent()
for turn in range(3):
    agent.collect(torch.ones(2, 3) * turn)
    print(*agent.update())
