import copy

import torch
from torch import optim

from .registry import build


class SAC:
    def __init__(self, obs, act, lr=0.01, gamma=0.9, tau=0.1):
        self.actor = build("net", "actor", obs, act).reset()
        self.q = build("net", "q", obs, act).reset(0.4)
        self.q_target = copy.deepcopy(self.q)
        for p in self.q_target.parameters():
            p.requires_grad = False
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.gamma, self.tau, self.target_entropy = gamma, tau, -float(act)
        self.opts = {
            "actor": optim.Adam(self.actor.parameters(), lr=lr),
            "q": optim.Adam(self.q.parameters(), lr=lr),
            "alpha": optim.Adam([self.log_alpha], lr=lr),
        }

    @property
    def alpha(self):
        return self.log_alpha.exp().detach()

    def _minimize(self, name, loss):
        self.opts[name].zero_grad()
        loss.backward()
        self.opts[name].step()
        return loss.detach()

    def _q_loss(self, b):
        with torch.no_grad():
            a2, lp2 = self.actor(b["s2"], b["n2"])
            y = b["r"] + self.gamma * (1 - b["d"]) * (
                self.q_target.min(b["s2"], a2) - self.alpha * lp2
            )
        return sum((q - y).pow(2).mean() for q in self.q(b["s"], b["a"]))

    def update(self, b):
        info = {"q": self._minimize("q", self._q_loss(b))}
        a, lp = self.actor(b["s"], b["n"])
        info["actor"] = self._minimize("actor", (self.alpha * lp - self.q.min(b["s"], a)).mean())
        info["alpha"] = self._minimize(
            "alpha", -(self.log_alpha * (lp.detach() + self.target_entropy)).mean()
        )
        with torch.no_grad():
            for p, tp in zip(self.q.parameters(), self.q_target.parameters()):
                tp.data.mul_(1 - self.tau).add_(self.tau * p.data)
        return info
