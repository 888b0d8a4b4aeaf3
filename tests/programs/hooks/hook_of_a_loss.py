"""A hook on the loss itself scales all gradients, of an agent that steps elsewhere."""

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 2)
        for n, parameter in enumerate(self.net.parameters()):
            nn.init.constant_(parameter, 0.1 * (n + 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.5)

    def update(self, x, horizon):
        self.optimizer.zero_grad()
        hidden = self.net(x)
        hidden.register_hook(lambda grad: grad + 0.25)
        loss = hidden.pow(2).mean()
        loss.register_hook(lambda grad: grad * (1 / horizon))
        loss.register_hook(lambda grad: grad * 2)
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent()
for horizon in (2, 4):
    print(round(agent.update(torch.ones(4, 3), horizon), 5))
print([round(p.sum().item(), 5) for p in agent.net.parameters()])
