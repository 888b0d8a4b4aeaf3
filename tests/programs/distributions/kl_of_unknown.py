"""Two distributions of whatever classes they are: the pair is looked up while the program runs."""

import torch
from torch.distributions import Bernoulli, Categorical, Distribution, Independent, Normal
from torch.distributions import kl_divergence


def difference(old: Distribution, new: Distribution) -> torch.Tensor:
    return kl_divergence(old, new)


class Heads:
    def __init__(self, parts):
        self.parts = parts


def all_of(p, q):
    return torch.stack([kl_divergence(a, b) for a, b in zip(p.parts, q.parts)], dim=1).sum(dim=1)


x = torch.tensor([[0.1, -0.4, 0.7], [1.0, 0.2, -0.3]])
y = torch.tensor([[0.3, 0.1, -0.2], [0.5, 0.6, 0.9]])
made = {
    "normal": lambda v: Normal(v, v.exp()),
    "rows": lambda v: Independent(Normal(v, 1.0), 1),
    "choices": lambda v: Categorical(logits=v),
    "coins": lambda v: Bernoulli(logits=v),
}
for name, make in made.items():
    print(name, difference(make(x), make(y)).sum().item())
print(
    all_of(
        Heads([Categorical(logits=x), Categorical(logits=y)]),
        Heads([Categorical(logits=y), Categorical(logits=x * 2)]),
    ).tolist()
)
try:
    difference(made["normal"](x), made["choices"](x))
except NotImplementedError:
    print("no formula")
