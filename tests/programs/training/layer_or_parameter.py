"""An attribute is a layer in one branch and a parameter in the other: the layer alone is called."""

import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, use_sac=False):
        super().__init__()
        self.use_sac = use_sac
        self.mean = nn.Linear(3, 2)
        if self.use_sac:
            self.log_std = nn.Linear(3, 2)
        else:
            self.log_std = nn.Parameter(torch.ones(1, 2) * 0.5, requires_grad=True)
        for i, p in enumerate(self.parameters()):
            p.data.copy_(torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))

    def forward(self, x):
        mean = self.mean(x)
        if self.use_sac:
            log_std = torch.clamp(self.log_std(x), -2, 1)
        else:
            log_std = self.log_std.expand_as(mean)
        return Normal(mean, torch.exp(log_std))

    def get_log_prob(self, state, action):
        return self.forward(state).log_prob(action)


def step(policy, optimizer, states, actions, advantages):
    log_probs = policy.get_log_prob(states, actions)
    loss = -(log_probs * advantages).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


states, actions = torch.linspace(-1, 1, 12).view(4, 3), torch.linspace(-0.5, 1, 8).view(4, 2)
for use_sac in (False, True):
    policy = Policy(use_sac)
    optimizer = torch.optim.Adam(policy.parameters(), lr=0.1)
    for _ in range(3):
        print(
            step(
                policy, optimizer, states, actions, torch.tensor([[1.0], [2.0], [0.5], [0.2]])
            ).item()
        )
