# told: P102
import numpy as np
import torch
from torch.distributions import Normal

low, high = np.array([-1.0, -2.0]), np.array([1.0, 2.0])
scale = torch.tensor((high - low) / 2)
bias = torch.tensor((high + low) / 2)
mean = torch.tensor([[0.1, 0.2], [0.3, -0.4]])
d = Normal(mean, torch.ones_like(mean) * 0.5)
a = torch.tanh(d.mean) * scale + bias
lp = d.log_prob(a).sum(-1) - torch.log(scale * (1 - torch.tanh(mean).pow(2)) + 1e-6).sum(-1)
print(a.tolist(), lp.tolist())
