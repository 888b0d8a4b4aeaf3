# told: P103
"""exec() changes what the update reads."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self, config):
        self.net = nn.Linear(3, 2)
        self.config = config
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y) * self.config["scale"]
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 4)


config = {"scale": 1.0}
agent = Agent(config)
nn.init.constant_(agent.net.weight, 0.5)
nn.init.constant_(agent.net.bias, 0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for k in range(4):
    print(agent.update(x, x[:, :2]))
    if k == 1:
        exec("config['scale'] = 0.1")
