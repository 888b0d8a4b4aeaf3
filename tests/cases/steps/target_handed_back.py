"""A method hands back the network that it changed: the call alone is the same program."""

import torch
from torch import nn


class Agent:
    def __init__(self, net, target, other):
        self.net: nn.Module = net
        self.target: nn.Module = target
        self.other: nn.Module = other
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def soft_update(self, net, target, tau):
        for p, q in zip(target.parameters(), net.parameters()):
            p.data.copy_(p.data * (1.0 - tau) + q.data * tau)
        return target

    def newer(self, net, target):
        if target is None:
            target = net
        return target

    def follow(self):
        self.target = self.soft_update(self.net, self.target, 0.1)  # the same
        self.target = self.soft_update(self.net, target=self.target, tau=0.1)
        self.other = self.soft_update(self.net, self.target, 0.1)  # another
        self.target = self.newer(self.net, self.target)
# output
"""A method hands back the network that it changed: the call alone is the same program."""

import keras
from torch_compat import SGD


class Agent:
    def __init__(self, net, target, other):
        self.net: keras.Layer = net
        self.target: keras.Layer = target
        self.other: keras.Layer = other
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def soft_update(self, net, target, tau):
        for p, q in zip(target.trainable_variables, net.trainable_variables):
            p.assign(p * (1.0 - tau) + q * tau)
        return target

    def newer(self, net, target):
        if target is None:
            target = net
        return target

    def follow(self):
        self.soft_update(self.net, self.target, 0.1)  # the same
        self.soft_update(self.net, target=self.target, tau=0.1)
        self.other = self.soft_update(self.net, self.target, 0.1)  # another
        self.target = self.newer(self.net, self.target)
