import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


class Cfg:
    pass


cfg = Cfg()
cfg.a = 1.0
cfg.b = 2.0


class A:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = fill(nn.Linear(3, 1))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.05)

    def update(self, x):
        e = self.net(x)
        loss = self.cfg.a * e.pow(2).mean() + self.cfg.b * e.abs().mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


a = A(cfg)
for i in range(3):
    print(a.update(X(i)))
    for k in vars(cfg):
        setattr(cfg, k, getattr(cfg, k) * 0.5)
