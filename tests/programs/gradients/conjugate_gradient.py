"""A product with the Hessian, whose distributions a lambda gives: the second gradient goes through
the first, which has no tape of its own."""

import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.3)
nn.init.zeros_(net.bias)
states = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
actions = torch.tensor([[0.5], [0.1], [-0.2]])
policy = lambda: Normal(net(states), torch.ones(3, 1) * 0.5)
with torch.no_grad():
    old = policy()


def surrogate():
    return torch.exp(policy().log_prob(actions) - old.log_prob(actions)).mean()


def times_hessian(vector):
    kl = kl_divergence(old, policy()).mean()
    found = torch.autograd.grad(kl, net.parameters(), create_graph=True)
    gradient = torch.cat([one.view(-1) for one in found])
    found = torch.autograd.grad((gradient * vector).sum(), net.parameters())
    return torch.cat([one.contiguous().view(-1) for one in found]) + 0.1 * vector


found = torch.autograd.grad(surrogate(), net.parameters())
gradient = torch.cat([one.view(-1) for one in found]).detach()
print([f"{x:.5f}" for x in gradient.tolist()])
print([f"{x:.5f}" for x in times_hessian(gradient).tolist()])
