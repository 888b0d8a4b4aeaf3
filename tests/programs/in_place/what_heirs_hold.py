# told: P102
# lines: 15 33 64
"""Changed in place: what methods of heirs, and others of the same name, hold."""

import torch


class Losses:
    def losses(self, x):
        y = x * 2
        return y, 1.0

    def learn(self, x):
        loss, _ = self.losses(x)
        loss += 1
        return loss


class CachedLosses(Losses):
    def __init__(self):
        self.cached = torch.ones(2)

    def losses(self, x):
        return self.cached, 1.0


class Single:
    def single(self, x):
        return x * 2

    def learn(self, x):
        loss = self.single(x)
        loss += 1
        return loss


class CachedSingle(Single):
    def __init__(self):
        self.cached = torch.ones(2)

    def single(self, x):
        return self.cached


class Memory:
    def sample(self):
        return torch.ones(2), torch.ones(2) * 2


class Kept(Memory):
    def __init__(self):
        self.rows = torch.ones(2), torch.ones(2) * 2

    def sample(self):
        return self.rows


class Agent:
    def __init__(self, memory):
        self.memory = memory

    def learn(self, batch):
        a, b = batch
        b += 1
        return b.sum().item()

    def step(self):
        batch = self.memory.sample()
        return self.learn(batch)


b = CachedLosses()
b.learn(torch.ones(2))
print(b.cached.sum().item(), Losses().learn(torch.ones(2)).sum().item())
c = CachedSingle()
c.learn(torch.ones(2))
print(c.cached.sum().item(), Single().learn(torch.ones(2)).sum().item())
kept = Kept()
agent = Agent(kept)
print(agent.step(), agent.step(), Agent(Memory()).step(), kept.rows[1].sum().item())
