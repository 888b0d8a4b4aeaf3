"""Options of whatever optimizer an agent is given, asked for before they are set, and restored."""

from copy import deepcopy

import torch
from torch import nn


class Agent:
    def __init__(self, make):
        self.net = nn.Linear(3, 2)
        self.net.weight.data.copy_(torch.arange(6).reshape(2, 3) * 0.1 - 0.2)
        self.net.bias.data.fill_(0.1)
        self.optimizer = make(self.net.parameters())

    def warm(self, step):
        for i, group in enumerate(self.optimizer.param_groups):
            if step < 3:
                group["lr"] = 0.01 * (step + 1) / 3
            if "momentum" in group:
                group["momentum"] = min(0.95, 0.5 + 0.1 * step)
            elif "betas" in group:
                group["betas"] = (min(0.95, 0.5 + 0.1 * step), group["betas"][1])

    def update(self, step):
        self.warm(step)
        x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
        loss = (self.net(x) - 1).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


for make in (
    lambda params: torch.optim.SGD(params, lr=0.1, momentum=0.5),
    lambda params: torch.optim.Adam(params, lr=0.1),
    lambda params: torch.optim.RMSprop(params, lr=0.01, momentum=0.1),
):
    agent = Agent(make)
    for step in range(7):
        print(step, agent.update(step), agent.optimizer.param_groups[0]["lr"])
        if step == 3:
            saved = deepcopy(agent.optimizer.state_dict())
    agent.optimizer.load_state_dict(saved)
    group = agent.optimizer.param_groups[0]
    print(group.get("momentum", group.get("betas")))
    print(agent.update(4), agent.net.weight.sum().item())
