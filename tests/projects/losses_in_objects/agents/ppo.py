from dataclasses import dataclass

import torch
import torch.nn.functional as F

from common import Policy, build_mlp, utils
from agents.base import Agent


@dataclass
class Part:
    name: str
    loss: torch.Tensor
    opt: object
    net: object


class PPO(Agent):
    def setup(self):
        c = self.cfg
        self.pi = Policy(c["obs"], c["act"]).to(utils.device)
        self.v = build_mlp([c["obs"], 4, 1], "tanh").to(utils.device)
        self.pi_opt = torch.optim.Adam(self.pi.parameters(), lr=c["lr"])
        self.v_opt = torch.optim.Adam(self.v.parameters(), lr=c["lr"] * 2)

    @torch.no_grad()
    def act(self, obs, noise):
        obs = utils.to_tensor(obs)
        d = self.pi.dist(obs)
        a = d.mean + d.stddev * utils.to_tensor(noise)
        return utils.to_numpy(a), self.v(obs).item(), d.log_prob(a).sum(-1).item()

    def losses(self, batch):
        _, logp = self.pi(batch["obs"], batch["act"])
        ratio = (logp - batch["logp"]).exp()
        clipped = ratio.clamp(1 - 0.2, 1 + 0.2) * batch["adv"]
        pi_loss = -torch.min(ratio * batch["adv"], clipped).mean()
        v_loss = F.mse_loss(self.v(batch["obs"]).squeeze(-1), batch["ret"])
        return [Part("pi", pi_loss, self.pi_opt, self.pi), Part("v", v_loss, self.v_opt, self.v)]
