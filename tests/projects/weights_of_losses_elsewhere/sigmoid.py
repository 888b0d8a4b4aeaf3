import torch
import torch.nn as nn


class Detector:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        nn.init.constant_(self.net.weight, 0.5)
        nn.init.constant_(self.net.bias, 0.1)
        self.crit = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([1.0]))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self, x, y):
        loss = self.crit(self.net(x).squeeze(1), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
