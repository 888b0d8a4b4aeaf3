import numpy as np
import torch
import torch.nn.functional as F

from networks import MLP, fill
from utils import grad_norm


class DQN:
    def __init__(self, logger):
        self.q = fill(MLP(3, 2))
        self.target = fill(MLP(3, 2))
        self.opt = torch.optim.SGD(self.q.parameters(), lr=0.1)
        self.logger = logger
        self.steps = 0

    def update(self, batch):
        obs = torch.as_tensor(batch["obs"], dtype=torch.float32)
        nxt = torch.as_tensor(batch["next"], dtype=torch.float32)
        act = torch.as_tensor(batch["act"], dtype=torch.int64)
        rew = torch.as_tensor(batch["rew"], dtype=torch.float32)
        q = self.q(obs).gather(1, act.unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            y = rew + 0.9 * self.target(nxt).max(1)[0]
        loss = F.smooth_l1_loss(q, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.steps += 1
        self.logger.log("loss", loss.item(), self.steps)
        self.logger.log("norm", grad_norm(self.q), self.steps)
        self.logger.log_gradients("q", self.q, self.steps)
        return loss.item()
