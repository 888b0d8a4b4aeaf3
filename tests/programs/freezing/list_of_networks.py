"""A list of networks, or one, is frozen by a method."""

import torch
import torch.nn as nn


class GAN:
    def __init__(self):
        self.G = nn.Linear(1, 1)
        self.D1 = nn.Linear(1, 1)
        self.D2 = nn.Linear(1, 1)
        for n in (self.G, self.D1, self.D2):
            for p in n.parameters():
                nn.init.constant_(p, 0.5)
        self.opt = torch.optim.Adam(
            list(self.G.parameters()) + list(self.D1.parameters()) + list(self.D2.parameters()),
            lr=0.1,
        )

    def set_requires_grad(self, nets, requires_grad=False):
        if not isinstance(nets, list):
            nets = [nets]
        for net in nets:
            if net is not None:
                for param in net.parameters():
                    param.requires_grad = requires_grad

    def step(self, z):
        self.set_requires_grad([self.D1, self.D2], False)
        self.opt.zero_grad()
        loss = -(self.D1(self.G(z)) + self.D2(self.G(z))).mean()
        loss.backward()
        self.opt.step()
        self.set_requires_grad([self.D1, self.D2], True)
        return loss.item()


g = GAN()
for _ in range(3):
    print(g.step(torch.ones(2, 1)), g.G.weight.item(), g.D1.weight.item())
