# Lists of layers that grow, and a network that an unknown function calls with a number.
import torch
import torch.nn as nn


class Gauss(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.loc = nn.Parameter(torch.zeros(n))

    def forward(self, num_samples=1, context=None):
        return self.loc + torch.ones(num_samples, 2), None


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.flows = nn.ModuleList([])
        self.flows += [nn.Linear(2, 2)]
        self.flows += [nn.Linear(2, 2), nn.Tanh()]
        self.flows.extend([nn.Linear(2, 1)])

    def forward(self, x):
        for f in self.flows:
            x = f(x)
        return x


def check(distribution, **options):
    n = options.get("n", 3)
    samples, _ = distribution(n)
    return samples


net = Flow()
with torch.no_grad():
    for p in net.parameters():
        p.fill_(0.5)
print(check(Gauss(2)).tolist(), net(torch.ones(1, 2)).tolist(), len(net.flows))
