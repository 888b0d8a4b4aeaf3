import copy

import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 2)
        for k, p in enumerate(self.net.parameters()):
            nn.init.constant_(p, 0.3 + 0.1 * k)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1, momentum=0.5)

    def update(self, x):
        loss = self.net(x).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        total = 0.0
        for p in self.net.parameters():
            total += p.grad.norm().item() ** 2
        self.opt.step()
        return loss.item(), total ** 0.5


agent = Agent()
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for k in range(5):
    print([round(float(v), 5) for v in agent.update(x + 0.1 * k)])
    if k == 2:
        agent.net = copy.deepcopy(agent.net)
print(round(agent.net.weight.sum().item(), 5), round(agent.opt.param_groups[0]["params"][0].sum().item(), 5))

