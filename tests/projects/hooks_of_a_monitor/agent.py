import torch

from monitor import watch
from networks import MLP, fill


class Agent:
    def __init__(self):
        self.net = fill(MLP(2, 1))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.handles = watch(self.net, 0.2)

    def update(self, x):
        loss = (self.net(x) - 1).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
