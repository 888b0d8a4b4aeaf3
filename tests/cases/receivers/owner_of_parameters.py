# What has parameters() is a network, or an object of a class that has a method of this name.
import numpy as np
import torch
import torch.nn as nn


def count_vars(module):
    return sum([np.prod(p.shape) for p in module.parameters()])


def soft_update(net, target, tau):
    for p, t in zip(net.parameters(), target.parameters()):
        t.data.copy_(tau * p.data + (1 - tau) * t.data)


class Other:
    def parameters(self):
        return [1]


print(Other().parameters())
# output
# What has parameters() is a network, or an object of a class that has a method of this name.
import numpy as np
from torch_compat import parameters_of


def count_vars(module):
    return sum([np.prod(p.shape) for p in parameters_of(module)])


def soft_update(net, target, tau):
    for p, t in zip(parameters_of(net), parameters_of(target)):
        t.assign(tau * p + (1 - tau) * t)


class Other:
    def parameters(self):
        return [1]


print(Other().parameters())
