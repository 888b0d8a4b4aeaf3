import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        with torch.no_grad():
            self.net.weight.fill_(0.1)
            self.net.bias.fill_(0.2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.losses = (F.mse_loss, F.l1_loss)
        self.options = {"weights": [1.0, 2.0]}
        self.scales = [1.0, 2.0]

    def scale(self):
        return self.options["weights"][0]

    def update(self, x, y):
        loss = self.losses[0](self.net(x), y) * self.scale() / self.scales[0]
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
