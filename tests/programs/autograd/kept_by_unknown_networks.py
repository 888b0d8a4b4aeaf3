"""What a network of a registry computes is kept in an attribute, and its gradient is asked for in
another method: the pattern of CycleGAN and pix2pix."""

import torch
import torch.nn as nn


def layer(sizes, scale):
    made = nn.Linear(*sizes)
    with torch.no_grad():
        made.weight.copy_(torch.arange(made.weight.numel()).view(made.weight.shape).sin() * scale)
        made.bias.fill_(0.1)
    return made


class GAN:
    def __init__(self, net_g, net_d, criterion):
        self.net_g, self.net_d, self.criterion = net_g, net_d, criterion
        self.optimizer_g = torch.optim.SGD(net_g.parameters(), lr=0.1)
        self.optimizer_d = torch.optim.Adam(net_d.parameters(), lr=0.05)

    def set_input(self, a, b):
        self.real_a, self.real_b = a, b

    def forward(self):
        self.fake_b = self.net_g(self.real_a)

    def backward_d(self):
        fake = self.net_d(self.fake_b.detach())
        self.loss_d = self.criterion(fake, 0.0) + self.criterion(self.net_d(self.real_b), 1.0)
        self.loss_d.backward()

    def backward_g(self):
        near = (self.fake_b - self.real_b).abs().mean()
        self.loss_g = self.criterion(self.net_d(self.fake_b), 1.0) + near
        self.loss_g.backward()

    def optimize_parameters(self):
        self.forward()
        self.optimizer_d.zero_grad()
        self.backward_d()
        self.optimizer_d.step()
        self.optimizer_g.zero_grad()
        self.backward_g()
        self.optimizer_g.step()


PARTS = {"g": lambda: layer((2, 3), 0.5), "d": lambda: layer((3, 1), 0.4)}
LOSSES = {"lsgan": lambda prediction, target: (prediction - target).pow(2).mean()}


def build(names, loss):
    parts = [PARTS[name]() for name in names.split(",")]
    return GAN(*parts, LOSSES.get(loss))


model = build("g,d", "lsgan")
model.set_input(torch.tensor([[1.0, 2.0], [0.5, -1.0]]), torch.linspace(-1, 1, 6).view(2, 3))
for _ in range(3):
    model.optimize_parameters()
    print(round(model.loss_d.item(), 5), round(model.loss_g.item(), 5))
