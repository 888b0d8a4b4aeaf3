import copy
from abc import ABC, abstractmethod

import torch
import torch.nn.functional as F

from .nets import Critic, constant_

ALGOS = {}


def register(cls=None, *, name=None):
    def wrap(c):
        ALGOS[name or c.__name__.lower()] = c
        return c

    return wrap if cls is None else wrap(cls)


class Algo(ABC):
    def __init__(self, cfg, obs_dim, n_actions):
        self.cfg = cfg
        self.critic = self.build(obs_dim, n_actions)
        self.target = copy.deepcopy(self.critic)
        self.target.requires_grad_(False)
        self.opt = torch.optim.Adam(self.critic.parameters(), lr=cfg.lr)
        self.steps = 0

    def build(self, obs_dim, n_actions):
        return Critic(obs_dim, n_actions, self.cfg.net)

    @abstractmethod
    def loss(self, batch): ...

    def update(self, batch):
        loss, parts = self.loss(batch)
        self.opt.zero_grad(set_to_none=True)
        loss.backward()
        self.opt.step()
        self.after_step()
        self.steps += 1
        return {"loss": loss.item(), **{k: v.item() for k, v in parts.items()}}

    @torch.no_grad()
    def after_step(self):
        for p, t in zip(self.critic.parameters(), self.target.parameters()):
            t.lerp_(p, self.cfg.tau)

    def td(self, q, batch):
        with torch.no_grad():
            target = batch.rew + self.cfg.gamma * (1 - batch.done) * self.next_value(batch)
        return F.smooth_l1_loss(q, target)

    def next_value(self, batch):
        return self.target(batch.nxt).max(dim=1).values

    def describe(self):
        total = sum(float(p.detach().abs().sum()) for p in self.target.parameters())
        return f"{type(self).__name__} {self.steps} {total:.6f}"


@register
class CQL(Algo):
    def loss(self, batch):
        qs = self.critic(batch.obs)
        q = qs.gather(1, batch.act.unsqueeze(1)).squeeze(1)
        gap = (torch.logsumexp(qs, 1) - q).mean()
        td = self.td(q, batch)
        return td + self.cfg.alpha * gap, {"gap": gap, "td": td}


@register(name="double")
class DoubleCQL(CQL):
    def next_value(self, batch):
        best = self.critic(batch.nxt).argmax(1, keepdim=True)
        return self.target(batch.nxt).gather(1, best)[:, 0]


@register(name="iql")
class IQL(Algo):
    def build(self, obs_dim, n_actions):
        net = super().build(obs_dim, n_actions)
        self.value = constant_(torch.nn.Linear(obs_dim, 1), 0.2)
        self.vopt = torch.optim.SGD(self.value.parameters(), lr=0.1, momentum=0.9)
        return net

    def next_value(self, batch):
        return self.value(batch.nxt).squeeze(-1)

    def loss(self, batch):
        qs = self.critic(batch.obs)
        q = qs[torch.arange(len(qs)), batch.act]
        v = self.value(batch.obs).squeeze(-1)
        diff = self.target(batch.obs).gather(1, batch.act[:, None]).squeeze(1) - v
        weight = torch.where(diff > 0, self.cfg.alpha, 1 - self.cfg.alpha)
        vloss = (weight * diff**2).mean()
        self.vopt.zero_grad()
        vloss.backward()
        self.vopt.step()
        return self.td(q, batch), {"vloss": vloss.detach()}
