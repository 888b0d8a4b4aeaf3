import numpy as np
import torch
import torch.nn as nn


class Replay:
    def __init__(self):
        self.states = np.linspace(-1, 1, 12).reshape(6, 2).astype(np.float32)
        self.returns = np.arange(6).astype(np.float32)

    def sample(self, n):
        i = np.arange(n)
        return self.states[i], self.returns[i]


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        nn.init.constant_(self.net.weight, 0.5)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.05)
        self.replay = Replay()

    def learn(self):
        s, r = self.replay.sample(4)
        s = torch.as_tensor(s)
        r = torch.as_tensor(r)
        target = r / 2 + r * r
        loss = ((self.net(s).squeeze(1) - target.float()) ** 2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item(), target.dtype == torch.float64
