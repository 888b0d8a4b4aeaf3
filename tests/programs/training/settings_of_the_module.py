"""Settings of the module, of which each method has its own; one of them changes."""

import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

METHOD = [dict(name="kl_pen", kl_target=0.0001, lam=0.5), dict(name="clip", epsilon=0.2)][1]


class Agent:
    def __init__(self):
        self.actor, self.old = network(0.5), network(0.4)
        self.optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.01)

    def train(self, s, a, adv):
        pi = Normal(self.actor(s), torch.ones(2))
        oldpi = Normal(self.old(s), torch.ones(2))
        ratio = torch.exp(pi.log_prob(a) - oldpi.log_prob(a))
        surr = ratio * adv
        if METHOD["name"] == "kl_pen":
            lam = METHOD["lam"]
            kl = kl_divergence(oldpi, pi)
            kl_mean = kl.mean()
            loss = -((surr - lam * kl).mean())
        else:
            clipped = torch.clamp(ratio, 1.0 - METHOD["epsilon"], 1.0 + METHOD["epsilon"])
            loss = -torch.mean(torch.min(surr, clipped * adv))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if METHOD["name"] == "kl_pen":
            return kl_mean

    def update(self, s, a, adv):
        if METHOD["name"] == "kl_pen":
            for _ in range(5):
                kl = self.train(s, a, adv)
                if kl > 4 * METHOD["kl_target"]:
                    break
            if kl > METHOD["kl_target"] * 1.5:
                METHOD["lam"] *= 2
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
for name in ("clip", "kl_pen"):
    METHOD.update(dict(name=name, kl_target=0.0001, lam=0.5) if name == "kl_pen" else {})
    agent = Agent()
    for _ in range(3):
        agent.update(s, a, adv)
        print(METHOD.get("lam"), [p.sum().item() for p in agent.actor.parameters()])
