"""Rows of sequences are gathered in an update whose batches have many lengths."""

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.q = nn.Linear(2, 3)
        self.opt = torch.optim.SGD(self.q.parameters(), lr=0.1)
        for p in self.q.parameters():
            nn.init.constant_(p, 0.1)

    def learn(self, episodes):
        obs = torch.tensor([[t[0] for t in e] for e in episodes])
        act = torch.tensor([[t[1] for t in e] for e in episodes])
        q = self.q(obs[:, 1:]).gather(2, act[:, 1:].unsqueeze(-1)).squeeze(-1)
        loss = ((q - 1) ** 2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


agent = Agent()
for n, steps in ((2, 3), (3, 4), (1, 5)):
    episode = [([0.5 * t, 1.0], t % 3) for t in range(steps)]
    print(round(agent.learn([episode] * n), 5))
