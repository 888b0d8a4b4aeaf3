"""A setting under a name in a branch of an update, and what the same condition reads behind it."""

import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

METHODS = [dict(name="kl_pen", kl_target=0.0001, lam=0.5), dict(name="clip", epsilon=0.2)]


class Agent:
    def __init__(self, method):
        self.method = method
        self.actor, self.old = network(0.5), network(0.4)
        self.optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.01)

    def train(self, s, a, adv):
        pi = Normal(self.actor(s), torch.ones(2))
        oldpi = Normal(self.old(s), torch.ones(2))
        ratio = torch.exp(pi.log_prob(a) - oldpi.log_prob(a))
        surr = ratio * adv
        if self.method["name"] == "kl_pen":
            lam = self.method["lam"]
            kl = kl_divergence(oldpi, pi)
            kl_mean = kl.mean()
            loss = -((surr - lam * kl).mean())
        else:
            epsilon = self.method["epsilon"]
            loss = -torch.mean(torch.min(surr, torch.clamp(ratio, 1 - epsilon, 1 + epsilon) * adv))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if self.method["name"] == "kl_pen":
            return kl_mean

    def update(self, s, a, adv):
        if self.method["name"] == "kl_pen":
            for _ in range(5):
                kl = self.train(s, a, adv)
                if kl > 4 * self.method["kl_target"]:
                    break
            if kl > self.method["kl_target"] * 1.5:
                self.method["lam"] *= 2
        else:
            for _ in range(5):
                self.train(s, a, adv)


def network(scale):
    net = nn.Linear(3, 2)
    for p in net.parameters():
        p.data.copy_(torch.linspace(-scale, scale, p.numel()).view(p.shape))
    return net


s, a = torch.linspace(-1.0, 1.0, 12).view(4, 3), torch.linspace(-0.5, 0.5, 8).view(4, 2)
adv = torch.tensor([[1.0], [-0.5], [0.3], [2.0]])
for method in METHODS:
    agent = Agent(method)
    for _ in range(3):
        agent.update(s, a, adv)
        print(method.get("lam"), [p.sum().item() for p in agent.actor.parameters()])
