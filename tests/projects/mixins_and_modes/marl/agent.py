import torch
from torch import nn, optim

from .mixins import EvalMixin, SaveMixin, ScheduleMixin
from .nets import Recurrent


class Learner(SaveMixin, ScheduleMixin, EvalMixin):
    def __init__(self, obs, act, agents, lr=0.02):
        self.lr, self.agents = lr, agents
        self.policy = Recurrent(obs + agents, 4, act)
        self.mixer = nn.Parameter(torch.ones(agents) / agents)
        self.opt = optim.Adam([*self.policy.parameters(), self.mixer], lr=lr)
        self.ids = torch.eye(agents)

    def inputs(self, obs):
        T, N, _ = obs.shape
        return torch.cat([obs, self.ids.expand(T, -1, -1)], -1)

    def q_values(self, obs, acts, masks):
        q = self.policy(self.inputs(obs), masks=masks)
        chosen = q.gather(-1, acts[..., None])[..., 0]
        return chosen @ self.mixer.softmax(0)

    def train(self, batch):
        obs, acts, rew, masks = batch
        q = self.q_values(obs, acts, masks)
        with torch.no_grad():
            nxt = self.policy(self.inputs(obs), masks=masks).max(-1)[0].mean(-1)
            target = rew + 0.9 * torch.cat([nxt[1:], torch.zeros(1)]) * masks[:, 0]
        loss = nn.functional.huber_loss(q, target, delta=0.5)
        self.opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
        self.opt.step()
        return {
            "loss": loss.item(),
            "q": q.mean().item(),
            "h": self.policy.last.abs().mean().item(),
        }
