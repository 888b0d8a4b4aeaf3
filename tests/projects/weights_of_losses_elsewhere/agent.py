import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 3)
        nn.init.constant_(self.net.weight, 0.5)
        nn.init.constant_(self.net.bias, 0.1)
        self.crit = nn.CrossEntropyLoss()
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self, x, y):
        loss = self.crit(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
