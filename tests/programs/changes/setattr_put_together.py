import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        nn.init.constant_(self.net.weight, 0.5)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.w_pi = 1.0
        self.w_vf = 1.0

    def update(self, x):
        loss = self.w_vf * self.net(x).pow(2).mean() - self.w_pi * self.net(x).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


def anneal(a, table, k):
    for key, v in table:
        setattr(a, "w_%s" % key, v * k)
        setattr(a, f"w_{key}", getattr(a, f"w_{key}") + 1)


a = Agent()
x = torch.ones(3, 2)
for k in range(4):
    anneal(a, [("pi", 0.3), ("vf", 0.1)], k)
    print(round(a.update(x), 5))
    for i in range(2):
        a.__dict__["w_" + ("pi", "vf")[i]] *= 0.5
    print(round(a.update(x), 5))
