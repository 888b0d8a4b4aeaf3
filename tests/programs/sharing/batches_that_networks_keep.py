# told: P102
"""A buffer's own arrays, as tensors, and a network that keeps its input and gives it back."""

import numpy as np
import torch
import torch.nn as nn


class Buffer:
    def __init__(self, n):
        self.obs = np.zeros((n, 3), np.float32)
        self.ret = np.zeros(n, np.float32)
        self.ptr = 0

    def store(self, obs, ret):
        self.obs[self.ptr] = obs
        self.ret[self.ptr] = ret
        self.ptr += 1

    def get(self):
        self.ptr = 0
        return [self.obs, self.ret]


class Net(nn.Module):
    def __init__(self, squash=None):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 1)])
        self.squash = squash

    def forward(self, x):
        y = x
        self.last = x
        for layer in self.layers:
            if self.squash:
                y = layer(y)
        return self.squash(y) if self.squash else y


def run(epochs=3, n=4):
    rng = np.random.default_rng(0)
    net = Net()
    nn.init.constant_(net.layers[0].weight, 0.1)
    nn.init.constant_(net.layers[0].bias, 0.1)
    buf = Buffer(n)

    kept = []

    def update():
        obs, _ = [torch.Tensor(x) for x in buf.get()]
        start = net(obs)
        kept.append(net.last.sum().item())
        print(len(kept))

    for epoch in range(epochs):
        for t in range(n):
            o = rng.normal(size=3)
            a = net(torch.as_tensor(o, dtype=torch.float32))
            buf.store(o, 1.0 + t - a.sum().detach().numpy())
        update()
    print(kept)


run()
