import torch
import torch.nn as nn


class Agent:
    def __init__(self, config):
        self.config = config
        self.network = config.network_fn()
        self.target = config.network_fn()
        self.target.load_state_dict(self.network.state_dict())
        self.optimizer = config.optimizer_fn(self.network.parameters())

    def step(self, s, a, r, s2):
        q_next = self.target(s2)["q"].detach().max(1)[0]
        target = r + self.config.discount * q_next
        q = self.network(s)["q"]
        q = q[torch.arange(4), a]
        loss = (q - target).pow(2).mul(0.5).mean()
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), self.config.gradient_clip)
        self.optimizer.step()
        return loss.item()
