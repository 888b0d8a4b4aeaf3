import torch
from torch.distributions import (
    Bernoulli,
    Beta,
    Categorical,
    Independent,
    MultivariateNormal,
    Normal,
    kl_divergence,
)

d = Categorical(logits=torch.tensor([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]))
print(
    d.log_prob(torch.tensor([0, 2])).tolist(),
    d.entropy().tolist(),
    d.probs.tolist(),
    d.mode.tolist(),
    d.sample().shape,
    d.logits.sum().item(),
)
n = Normal(torch.zeros(2), torch.tensor([1.0, 2.0]))
print(
    n.log_prob(torch.ones(2)).tolist(),
    n.entropy().sum().item(),
    n.mean.tolist(),
    n.stddev.tolist(),
    n.variance.tolist(),
    n.cdf(torch.ones(2)).tolist(),
    n.rsample((3,)).shape,
)
print(
    kl_divergence(n, Normal(torch.ones(2), torch.ones(2))).tolist(),
    Independent(n, 1).log_prob(torch.ones(2)).item(),
)
m = MultivariateNormal(torch.zeros(2), torch.eye(2) * 2)
print(m.log_prob(torch.ones(2)).item(), m.entropy().item())
print(
    Beta(torch.tensor([2.0]), torch.tensor([3.0])).log_prob(torch.tensor([0.4])).tolist(),
    Bernoulli(torch.tensor([0.3])).log_prob(torch.ones(1)).tolist(),
    Beta(torch.tensor([2.0]), torch.tensor([3.0])).mean.tolist(),
)
