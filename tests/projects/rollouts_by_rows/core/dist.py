import math

import torch
from torch import nn


class DiagGaussian(nn.Module):
    def __init__(self, i, o, state_dependent=False):
        super().__init__()
        self.fc = nn.Linear(i, o)
        self.logstd = nn.Linear(i, o) if state_dependent else nn.Parameter(torch.zeros(o))

    def forward(self, x):
        mean = self.fc(x)
        logstd = (
            self.logstd(x) if isinstance(self.logstd, nn.Module) else self.logstd.expand_as(mean)
        )
        return FixedNormal(mean, logstd.exp())


class FixedNormal(torch.distributions.Normal):
    def log_probs(self, x):
        return super().log_prob(x).sum(-1, keepdim=True)

    def entropy(self):
        return super().entropy().sum(-1)

    def mode(self):
        return self.mean
