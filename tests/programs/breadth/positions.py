import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical, Normal

print(nn.LayerNorm(3, 1e-5, True, True, None, None)(torch.tensor([[1.0, 2.0, 4.0]])).tolist())
print(Normal(torch.zeros(2), torch.ones(2), None).log_prob(torch.ones(2)).tolist())
print(Categorical(torch.tensor([0.3, 0.7]), None, None).entropy().item())
print(tuple(nn.Linear(2, 1, True, None, None).weight.shape))
print(
    tuple(nn.Conv2d(1, 2, 3, 1, 0, 1, 1, True, "zeros", None, None)(torch.ones(1, 1, 5, 5)).shape)
)
print(tuple(nn.BatchNorm1d(2, 1e-5, 0.1, True, True, None, None)(torch.ones(3, 2)).shape))
print(
    F.mse_loss(torch.ones(2), torch.zeros(2), None, None, "sum").item(),
    nn.MSELoss(None, None, "sum")(torch.ones(2), torch.zeros(2)).item(),
)
print(
    F.softmax(torch.ones(2), -1).tolist(),
    nn.GroupNorm(1, 2, 1e-5, True, None, None)(torch.ones(1, 2, 2)).shape,
)
