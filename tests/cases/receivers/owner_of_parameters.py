# What has parameters() is a network, wherever it comes from.
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
# What has parameters() is a network, wherever it comes from.
import numpy as np


def count_vars(module):
    return sum([np.prod(p.shape) for p in module.trainable_variables])


def soft_update(net, target, tau):
    for p, t in zip(net.trainable_variables, target.trainable_variables):
        t.assign(tau * p + (1 - tau) * t)


class Other:
    def parameters(self):
        return [1]


print(Other().parameters())
