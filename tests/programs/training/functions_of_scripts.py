"""Scripts get functions for networks that they call in loops; not where another network comes."""

import torch
import torch.nn as nn


class Agent(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.actor = nn.Linear(4, 2)
        self.critic = nn.Linear(4, 1)
        for parameter in self.parameters():
            parameter.data.fill_(weight)

    def get_value(self, x):
        return self.critic(x)

    def expand(self, x):
        return self.critic(x).expand(-1, 3)

    def forward(self, x):
        return torch.tanh(self.actor(x))


class Changing(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 1)
        self.head.weight.data.fill_(0.4)
        self.head.bias.data.fill_(0.4)

    def get_value(self, x):
        return self.head(x)


class Sarsa:
    def __init__(self, net):
        self.net = net


def kept(weight):
    """Each call has a network of its own, and a function of its own."""
    net = Agent(weight)
    values = []
    for i in range(2):
        with torch.no_grad():
            values.append(net.get_value(torch.ones(2, 4) * i).sum().item())
    for turn in range(2):
        again = Agent(weight + turn)
        with torch.no_grad():
            values += [again.get_value(torch.ones(1, 4) * i).item() for i in range(2)]
    return values


def made(weight, cache={}):
    """One that a function gives may be an old one."""
    if weight not in cache:
        cache[weight] = Agent(weight)
    return cache[weight]


def asked(weight):
    net = made(weight)
    with torch.no_grad():
        return [net(torch.ones(1, 4) * i * 0.1).sum().item() for i in range(2)]


get_value = "a name that is taken"
if __name__ == "__main__":
    agent, fixed = Agent(0.1), Agent(0.2)
    other = Agent(0.3)
    swapped = Changing()
    learner = Sarsa(Agent(0.5))
    # what is above the loop stays above the loop
    state = torch.ones(1, 4)
    wide = torch.arange(3.0).expand(2, 3)
    for step in range(3):
        with torch.no_grad():
            action = agent(state)
            value = agent.get_value(state)
            row = agent.expand(state)
            late = other(state)
            inside = swapped.get_value(state)
            owned = learner.net(state)
        print(action.tolist(), value.item(), row.tolist(), late.tolist())
        print(inside.item(), owned.tolist())
        state = state * 0.9
        if step == 1:
            other = Agent(0.6)
            swapped.head = nn.Linear(4, 1)
            swapped.head.weight.data.fill_(1.0)
            swapped.head.bias.data.fill_(2.0)
            learner.net = fixed
            with torch.no_grad():
                agent.actor.weight.mul_(0.5)
    with torch.no_grad():
        print(agent(state * 2).tolist(), agent.get_value(state).item())
    print(kept(1.0), kept(2.0), asked(1.0), asked(2.0), asked(1.0), get_value, wide.sum().item())
