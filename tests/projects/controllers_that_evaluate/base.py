import torch as th
import torch.nn as nn


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Linear(3, 3)

    def forward(self, values):
        return self.scale(values)


class Base:
    def __init__(self, mac):
        self.mac, self.mixer = mac, Mixer()
        self.params = list(mac.parameters())
        self.params += list(self.mixer.parameters())
        self.optimiser = th.optim.SGD(params=self.params, lr=0.05)
