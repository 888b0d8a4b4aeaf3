import torch
from torch.distributions import Normal


def sum_independent_dims(tensor: torch.Tensor) -> torch.Tensor:
    if len(tensor.shape) > 1:
        tensor = tensor.sum(dim=1)
    else:
        tensor = tensor.sum()
    return tensor


class Diag:
    def __init__(self, n):
        self.n = n
        self.distribution = None

    def proba(self, mean, log_std):
        self.distribution = Normal(mean, torch.ones_like(mean) * log_std.exp())
        return self

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        log_prob = self.distribution.log_prob(actions)
        return sum_independent_dims(log_prob)


class Squashed(Diag):
    def __init__(self, n, epsilon=1e-6):
        super().__init__(n)
        self.epsilon = epsilon
        self.gaussian_actions = None

    def log_prob(self, actions, gaussian_actions=None):
        if gaussian_actions is None:
            gaussian_actions = torch.atanh(actions)
        log_prob = super().log_prob(gaussian_actions)
        log_prob -= torch.sum(torch.log(1 - actions**2 + self.epsilon), dim=1)
        return log_prob


d = Squashed(2).proba(torch.tensor([[0.1, 0.2]]), torch.tensor([[0.0, -0.5]]))
print(d.log_prob(torch.tensor([[0.3, -0.4]])).tolist())
