"""Two losses are computed, then two optimizers step: the second graph is alive meanwhile."""

import torch
import torch.nn as nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.a = nn.Linear(4, 16)
        self.b = nn.Linear(16, n)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


class Agent:
    def __init__(self):
        self.actor = Net(2)
        self.critic = Net(1)
        self.oa = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.oc = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def update(self, x):
        la = (self.actor(x) ** 2).mean()
        lc = (self.critic(x) ** 2).mean()
        self.oa.zero_grad()
        la.backward()
        self.oa.step()
        self.oc.zero_grad()
        lc.backward()
        self.oc.step()
        return la.item() + lc.item()


agent = Agent()
for _ in range(10):
    print(agent.update(torch.randn(8, 4)))
