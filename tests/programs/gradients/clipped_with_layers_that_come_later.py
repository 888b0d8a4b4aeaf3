"""The norm of the gradients is of layers, too, that the optimizer does not have."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 3)
        self.parts = nn.ModuleList([nn.Linear(3, 3)])

    def forward(self, x):
        x = torch.tanh(self.body(x))
        for part in self.parts:
            x = torch.tanh(part(x))
        return x.sum(-1)


class Agent:
    def __init__(self):
        self.net = Net()
        for p in self.net.parameters():
            nn.init.constant_(p, 0.3)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.5)

    def update(self, x):
        loss = ((self.net(x) - 3.0) ** 2).mean()
        self.opt.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.opt.step()
        return loss.item(), float(norm)


agent = Agent()
x = torch.tensor([[1.0, 2.0], [0.5, -1.0]])
for i in range(6):
    print([round(v, 4) for v in agent.update(x)])
    if i == 2:
        agent.net.parts.append(nn.Linear(3, 3))
        for p in agent.net.parts[1].parameters():
            nn.init.constant_(p, 0.2)
print([round(p.sum().item(), 4) for p in agent.net.parameters()])
