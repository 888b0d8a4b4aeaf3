"""torch takes no matrix for a covariance that is not positive-definite."""

import torch
from torch.distributions import MultivariateNormal


def density(kind, matrix):
    try:
        normal = MultivariateNormal(torch.zeros(2), validate_args=False, **{kind: matrix})
        return normal.log_prob(torch.ones(2)).item()
    except RuntimeError:
        return -1.0


for kind in ("covariance_matrix", "precision_matrix"):
    print(density(kind, torch.tensor([[2.0, 0.3], [0.3, 1.0]])))
    print(density(kind, torch.tensor([[1.0, 2.0], [2.0, 1.0]])))
