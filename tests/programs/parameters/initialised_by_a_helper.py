"""The helper of many agents: functions of nn.init, and lambdas, are given a layer's own weights."""

import numpy as np
import torch
import torch.nn as nn


def init(module, weight_init, bias_init, gain=1):
    weight_init(module.weight.data, gain=gain)
    bias_init(module.bias.data)
    return module


def fill(module, weight_init, value):
    weight_init(module.weight, value)
    return module


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        init_ = lambda m: init(
            m, nn.init.orthogonal_, lambda x: nn.init.constant_(x, 0.5), np.sqrt(2)
        )
        self.actor = nn.Sequential(init_(nn.Linear(2, 4)), nn.Tanh())
        self.conv = init_(nn.Conv2d(1, 2, 3))
        init_ = lambda m: init(m, nn.init.xavier_uniform_, lambda x: nn.init.constant_(x, 0.25))
        self.critic = init_(nn.Linear(4, 1))


net = Net()
print(net.actor[0].bias.sum().item(), net.conv.bias.sum().item(), net.critic.bias.sum().item())
weight = net.actor[0].weight
print(
    [round(x, 4) for x in (weight.t() @ weight).diagonal().tolist()],
    round(net.conv.weight.norm().item(), 4),
)
print(
    net.critic.weight.abs().max().item() <= (6 / 5) ** 0.5,
    round(net.critic.weight.norm().item(), 4) == 1.0,
)
constant, orthogonal = (
    fill(nn.Linear(2, 2), nn.init.constant_, 3.0),
    fill(nn.Linear(2, 2), nn.init.orthogonal_, 3.0),
)
print(constant.weight.norm().item(), round(orthogonal.weight.norm().item(), 4))
