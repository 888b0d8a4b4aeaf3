"""A class with a keyword `name`, networks on one line, parameter groups, a state restored."""

import torch
import torch.nn as nn

torch.manual_seed(0)


REGISTRY = {}


class Algo:
    def __init_subclass__(cls, name=None, **kwargs):
        super().__init_subclass__(**kwargs)
        REGISTRY[name] = cls


class Net(nn.Module):
    kind = ""

    def __init_subclass__(cls, kind="", **kwargs):
        super().__init_subclass__(**kwargs)
        cls.kind = kind


class Critic(Net, kind="critic"):
    def __init__(self, n):
        super().__init__()
        self.a = nn.Linear(4, 16)
        self.b = nn.Linear(16, n)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


class AWAC(Algo, name="awac"):
    def __init__(self):
        self.q1, self.q2 = Critic(1), Critic(1)
        self.oa = torch.optim.Adam(
            [{"params": self.q1.parameters()}, {"params": self.q2.parameters(), "lr": 3e-3}],
            lr=1e-3,
        )

    def update(self, x):
        loss = (self.q1(x) ** 2).mean() + ((self.q2(x) - 1) ** 2).mean()
        self.oa.zero_grad()
        loss.backward()
        self.oa.step()
        return loss.item()


agent = REGISTRY["awac"]()
for k in range(8):
    print(agent.update(torch.randn(8, 4)))
    if k == 3:
        kept = agent.oa.state_dict()
        nets = agent.q1.state_dict()
    if k == 5:
        agent.oa.load_state_dict(kept)
