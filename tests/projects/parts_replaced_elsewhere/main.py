"""Functions, properties and layers get others between updates; an object computes what it gives."""

import agent as library
import torch
import torch.nn as nn


def fill(network, first):
    for i, p in enumerate(network.parameters()):
        values = torch.linspace(-first, first + i / 10, p.numel())
        p.data.copy_(values.reshape(p.shape))


def run(change):
    agent = library.Agent()
    fill(agent.net, 0.5)
    fill(agent.target, 0.8)
    x = torch.arange(12.0).reshape(4, 3) / 6
    for step in range(4):
        print(round(agent.update(x), 4))
        agent.clock.tick()
        if step == 1:
            change(agent)
    print(round(sum(p.sum().item() for p in agent.target.parameters()), 4))


def nothing(agent):
    pass


def layer(agent):
    agent.target.head = nn.Linear(4, 1)
    fill(agent.target.head, 0.3)


def more(agent):
    for network in (agent.net, agent.target):
        network.body.add_module("more", nn.Linear(4, 4))
        fill(network.body, 0.4)


def function(agent):
    library.weighed = lambda x: x * 3.0


def getter(agent):
    library.Agent.scale = property(lambda self: 2.0)


for change in (nothing, layer, more, function, getter):
    run(change)
