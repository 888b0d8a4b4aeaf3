import torch
import torch.nn.functional as F

from agents.base import Agent
from agents.networks import Networks


class PPO(Networks, Agent):
    def losses(self, batch):
        _, logp = self.pi(batch["obs"], batch["act"])
        ratio = (logp - batch["logp"]).exp()
        clipped = ratio.clamp(1 - 0.2, 1 + 0.2) * batch["adv"]
        pi_loss = -torch.min(ratio * batch["adv"], clipped).mean()
        v_loss = F.mse_loss(self.v(batch["obs"]).squeeze(-1), batch["ret"])
        return {"pi": (pi_loss, self.pi_opt, self.pi), "v": (v_loss, self.v_opt, self.v)}
