# told: P102 P201
# lines: 19 25 30 36 50
import torch
import torch.nn as nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 3)
        self.std = nn.Parameter(0.5 * torch.ones(3))
        self.wide = nn.Parameter(0.5 * torch.ones(3))
        self.parts = []

    def kept(self, x):
        # somebody else has it, too
        mean = self.net(x)
        std = self.std.expand_as(mean)
        self.parts.append(std)
        self.distribution = Normal(mean, std)

    def again(self, x, n):
        # mean is another one later
        std = self.std.expand(x.shape[0], n)
        n = 3
        self.distribution = Normal(self.net(x), std)

    def other(self, x):
        std = self.wide.expand(x.shape[0], 3)
        self.distribution = Normal(self.net(x), std)

    def looped(self, xs):
        found = []
        for x in xs:
            found.append(Normal(self.net(x), self.std.expand(x.shape[0], 3)))
        self.distributions = found

    def widen(self):
        self.wide = nn.Parameter(torch.ones(3))


actor = Actor()
optimizer = torch.optim.SGD(actor.parameters(), lr=0.05)
x = torch.ones(4, 2)
for act in (actor.kept, lambda x: actor.again(x, 3), actor.other):
    act(x)
    loss = actor.distribution.log_prob(torch.ones(4, 3)).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    actor.widen()
    print(actor.distribution.stddev.sum().item())
actor.looped([x, x[:2]])
optimizer.step()
print([one.stddev.sum().item() for one in actor.distributions])
