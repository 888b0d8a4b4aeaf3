"""A squashed normal distribution of the program's own, as in SAC."""

import math
import torch
import torch.nn.functional as F
from torch.distributions import Normal, Distribution


class TanhNormal(Distribution):
    def __init__(self, loc, scale, epsilon=1e-6):
        super().__init__(validate_args=False)
        self.loc, self.scale = loc, scale
        self.normal = Normal(loc, scale)
        self.epsilon = epsilon

    def log_prob(self, value, pre_tanh_value=None):
        if pre_tanh_value is None:
            pre_tanh_value = torch.log((1 + value) / (1 - value) + self.epsilon) / 2
        correction = -2.0 * (math.log(2.0) - pre_tanh_value - F.softplus(-2.0 * pre_tanh_value))
        return (self.normal.log_prob(pre_tanh_value) + correction).sum(-1)

    @property
    def mean(self):
        return torch.tanh(self.normal.mean)

    def rsample(self, sample_shape=torch.Size()):
        z = self.loc + self.scale * torch.ones_like(self.scale)
        return torch.tanh(z), z


loc = torch.tensor([[0.1, -0.4], [0.7, 0.2]])
d = TanhNormal(loc, torch.full((2, 2), 0.3))
a, z = d.rsample()
print(d.log_prob(a, pre_tanh_value=z).tolist())
print(d.log_prob(a).tolist())
print(d.mean.tolist())
