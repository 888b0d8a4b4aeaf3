"""A generator repeats its numbers after the same seed, whatever else is drawn meanwhile."""

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, RandomSampler, TensorDataset, random_split


class Noise(nn.Module):
    def __init__(self, seed=None):
        super().__init__()
        self.generator = None if seed is None else torch.Generator().manual_seed(seed)

    def forward(self, x):
        return x + torch.randn(x.shape, generator=self.generator)


def drawn(seed):
    g = torch.Generator()
    g.manual_seed(seed)
    torch.rand(3)
    numbers = [
        torch.randn(2, 3, generator=g),
        torch.rand((2,), generator=g, dtype=torch.float64),
        torch.randint(0, 1000, (4,), generator=g),
        torch.randint(1000, (4,), generator=g),
        torch.randperm(20, generator=g),
        torch.multinomial(torch.ones(50), 5, replacement=True, generator=g),
        torch.multinomial(torch.ones(50), 5, generator=g),
        torch.bernoulli(torch.full((9,), 0.5), generator=g),
        torch.empty(3).normal_(generator=g),
        torch.empty(3).uniform_(-1, 1, generator=g),
        torch.normal(0.0, 2.0, (3,), generator=g),
        nn.init.normal_(nn.Parameter(torch.zeros(3)), generator=g),
    ]
    return torch.cat([t.detach().reshape(-1).double() for t in numbers])


print(torch.equal(drawn(1), drawn(1)) + 0, torch.equal(drawn(1), drawn(2)) + 0)
x = torch.zeros(4)
print(torch.equal(Noise(3)(x), Noise(3)(x)) + 0, torch.equal(Noise()(x), Noise()(x)) + 0)
g = torch.Generator()
state = g.get_state()
first = torch.rand(2, generator=g)
g.set_state(state)
print(torch.equal(first, torch.rand(2, generator=g)) + 0, g.initial_seed())

data = TensorDataset(torch.arange(10))
one = random_split(data, [7, 3], generator=torch.Generator().manual_seed(42))
two = random_split(data, [7, 3], generator=torch.Generator().manual_seed(42))
print([[int(i) for (i,) in a] == [int(i) for (i,) in b] for a, b in zip(one, two)].count(True))


def order(seed):
    g = torch.Generator().manual_seed(seed)
    loader = DataLoader(data, batch_size=5, shuffle=True, generator=g)
    seen = [int(i) for (batch,) in loader for i in batch]
    seen += RandomSampler(data, replacement=True, num_samples=9, generator=g)
    return seen


print((order(1) == order(1)) + 0, sorted(order(2)[:10]))


def train(seed):
    g = torch.Generator().manual_seed(seed)
    net = nn.Linear(3, 1)
    for p in net.parameters():
        nn.init.uniform_(p, -1, 1, generator=g)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(5):
        inputs = torch.randn(8, 3, generator=g)
        loss = (net(inputs) - inputs.sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


print((train(1) == train(1)) + 0, (train(1) == train(2)) + 0)
