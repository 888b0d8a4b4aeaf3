# told: P102
import torch
from torch.distributions import Bernoulli, Beta, Categorical, Normal


def attempt(f):
    try:
        f()
        return 1
    except ValueError:
        return 0


print(
    attempt(lambda: Normal(0.0, -1.0)),
    attempt(lambda: Normal(torch.zeros(2), torch.tensor([1.0, 0.0]))),
)
print(
    attempt(lambda: Bernoulli(probs=torch.tensor([1.5]))),
    attempt(lambda: Beta(torch.tensor([-1.0]), torch.tensor([1.0]))),
)
print(attempt(lambda: Categorical(probs=torch.tensor([-0.5, 1.5]))))
print(attempt(lambda: Categorical(torch.tensor([0.5, 0.5])).log_prob(torch.tensor(3))))
print(attempt(lambda: Normal(0.0, -1.0, validate_args=False)))
