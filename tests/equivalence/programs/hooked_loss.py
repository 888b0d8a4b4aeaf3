"""A hook on the loss scales what its backward begins with, in an update of torch's own form."""

import torch
from torch import nn

torch.manual_seed(0)


class Agent:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)

    def update(self, states, horizon):
        self.optimizer.zero_grad()
        loss = self.net(states).pow(2).mean()
        loss.register_hook(lambda grad: grad * (1 / horizon))
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent()
for _ in range(6):
    print(round(agent.update(torch.randn(4, 3), 3), 4))
