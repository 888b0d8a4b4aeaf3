"""An agent that makes its temperature in a method, where `__init__` set None."""

import torch
from torch import nn


class Agent:
    def __init__(self, ent_coef="auto"):
        self.ent_coef = ent_coef
        self.log_ent_coef = None
        self.ent_coef_optimizer = None
        self.target_entropy = -1.0
        self._setup()

    def _setup(self):
        self.actor = nn.Linear(3, 2)
        with torch.no_grad():
            self.actor.weight.fill_(0.1)
            self.actor.bias.fill_(0.2)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.1)
        if isinstance(self.ent_coef, str) and self.ent_coef.startswith("auto"):
            init_value = 1.0
            if "_" in self.ent_coef:
                init_value = float(self.ent_coef.split("_")[1])
            self.log_ent_coef = torch.log(torch.ones(1) * init_value).requires_grad_(True)
            self.ent_coef_optimizer = torch.optim.Adam([self.log_ent_coef], lr=0.1)
        else:
            self.ent_coef_tensor = torch.tensor(float(self.ent_coef))

    def train(self, steps):
        losses = []
        for _ in range(steps):
            log_prob = torch.log_softmax(self.actor(torch.ones(4, 3)), 1)[:, 0]
            ent_coef_loss = None
            if self.ent_coef_optimizer is not None and self.log_ent_coef is not None:
                ent_coef = torch.exp(self.log_ent_coef.detach())
                ent_coef_loss = -(
                    self.log_ent_coef * (log_prob + self.target_entropy).detach()
                ).mean()
                losses.append(ent_coef_loss.item())
            else:
                ent_coef = self.ent_coef_tensor
            if ent_coef_loss is not None and self.ent_coef_optimizer is not None:
                self.ent_coef_optimizer.zero_grad()
                ent_coef_loss.backward()
                self.ent_coef_optimizer.step()
            actor_loss = (ent_coef * log_prob).mean()
            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()
            losses.append(actor_loss.item())
        return [round(loss, 4) for loss in losses]


print(Agent().train(3))
print(Agent("auto_0.5").train(3))
print(Agent("0.2").train(3))


class Kept:
    def __init__(self):
        self.log_alpha = None
        self.make()

    def make(self):
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.optimizer = torch.optim.SGD([self.log_alpha], lr=0.1)

    def update(self, entropy):
        loss = None
        if self.log_alpha is not None:
            loss = (self.log_alpha.exp() * entropy).mean()
        if loss is not None:
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return round(self.log_alpha.item(), 4)


kept = Kept()
print([kept.update(torch.tensor([1.0, 2.0])) for _ in range(3)])
