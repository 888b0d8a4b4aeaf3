"""What a wrapper hands on to the object of the program that it holds."""

import torch


class Points:
    size, max = 2, 3.0

    def __init__(self, n):
        self.n, self.at = n, torch.zeros(n, 2)

    def reset(self):
        self.at = torch.linspace(-1, 1, self.n * 2).view(self.n, 2)
        return self.at

    def step(self, action):
        self.at = self.at + 0.1 * action
        return self.at, -self.at.pow(2).sum(-1)

    def mean(self):
        return self.at.mean(0)


class Wrapper:
    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.env, name)


class Scaled(Wrapper):
    def step(self, action):
        at, reward = self.env.step(action * 2)
        return at, reward * 10


class Clipped(Wrapper):
    def __init__(self, env, limit):
        super().__init__(env)
        self.limit = limit

    def step(self, action):
        at, reward = self.env.step(action)
        return at.clamp(-self.limit, self.limit), reward


env = Clipped(Scaled(Points(3)), 0.8)
print(env.reset().sum().item(), env.n, env.size, env.max)
for t in range(3):
    at, reward = env.step(torch.full((3, 2), 1.0 + t))
    print(at.max().item(), reward.tolist(), env.mean().tolist(), env.at.norm().item())
