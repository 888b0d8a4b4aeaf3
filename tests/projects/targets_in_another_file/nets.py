import torch
import torch.nn as nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        nn.init.constant_(self.net.weight, 0.1)
        nn.init.constant_(self.net.bias, 0.0)

    def forward(self, s):
        return torch.tanh(self.net(s))


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(5, 1)
        nn.init.constant_(self.net.weight, 0.2)
        nn.init.constant_(self.net.bias, 0.0)

    def forward(self, s, a):
        return self.net(torch.cat([s, a], dim=-1))
