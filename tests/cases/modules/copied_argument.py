# A network that is handed over is copied where no constructor call is in sight: by its class.
import copy

import torch.nn as nn


class Body(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(3, width)

    def forward(self, x):
        return self.layer(x)


class Actor(Body):
    pass


class Critic(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(3, width)

    def forward(self, x):
        return self.layer(x)


class Agent:
    def __init__(self, actor, critics, lr=0.1):
        self.actor = actor
        self.target = copy.deepcopy(actor)
        self.targets = copy.deepcopy(critics)

    def other(self, width):
        net = Critic(width)
        twin = copy.deepcopy(net)
        return twin

    def renewed(self, net: Critic):
        return copy.deepcopy(net)

    def own(self, width):
        self.body = Body(width)
        self.widest = Body(9)

    def again(self):
        first = copy.deepcopy(self.widest)
        second = copy.deepcopy(self.body)
        return first, second

    def chosen(self, deep, width):
        if deep:
            self.net = Body(width)
        else:
            self.net = Critic(width)
        self.twin = copy.deepcopy(self.net)
        if deep:
            net = Critic(width)
        else:
            net = Critic(2 * width)
        target = copy.deepcopy(net)
        return target

    def replaced(self, net: Critic):
        twin = copy.deepcopy(net)
        return twin


options = {"actor": Actor(4), "critics": nn.ModuleList([Critic(1), Critic(2)])}
agent = Agent(**options)
# output
# A network that is handed over is copied where no constructor call is in sight: by its class.
import copy
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

from torch_compat import Linear, ModuleList, TorchModel


class Body(TorchModel):
    def __init__(self, width):
        super().__init__()
        self.layer = Linear(3, width)

    def call(self, x):
        return self.layer(x)


class Actor(Body):
    pass


class Critic(TorchModel):
    def __init__(self, width):
        super().__init__()
        self.layer = Linear(3, width)

    def call(self, x):
        return self.layer(x)


class Agent:
    def __init__(self, actor, critics, lr=0.1):
        self.actor = actor
        self.target = copy.deepcopy(actor)
        self.targets = copy.deepcopy(critics)

    def other(self, width):
        net = Critic(width)
        twin = Critic(width)
        twin.set_weights(net.get_weights())
        return twin

    def renewed(self, net: Critic):
        return copy.deepcopy(net)

    def own(self, width):
        self.body = Body(width)
        self.widest = Body(9)

    def again(self):
        first = Body(9)
        first.set_weights(self.widest.get_weights())
        second = copy.deepcopy(self.body)
        return first, second

    def chosen(self, deep, width):
        if deep:
            self.net = Body(width)
        else:
            self.net = Critic(width)
        self.twin = type(self.net)(width)
        self.twin.set_weights(self.net.get_weights())
        if deep:
            net = Critic(width)
        else:
            net = Critic(2 * width)
        target = copy.deepcopy(net)
        return target

    def replaced(self, net: Critic):
        twin = copy.deepcopy(net)
        return twin


options = {"actor": Actor(4), "critics": ModuleList([Critic(1), Critic(2)])}
agent = Agent(**options)
