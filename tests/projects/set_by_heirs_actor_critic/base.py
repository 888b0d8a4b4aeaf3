import torch
import torch.nn as nn
import torch.nn.functional as F


class AgentBase:
    def __init__(self):
        self.act = None
        self.cri = None
        self.act_opt = None
        self.cri_opt = None
        self.coef = None
        self.steps = 0

    def update(self, x, y):
        q = self.cri(x)
        loss = F.mse_loss(q, y) * self.coef
        self.cri_opt.zero_grad()
        loss.backward()
        self.cri_opt.step()
        obj = -self.cri(self.act(x)).mean()
        self.act_opt.zero_grad()
        obj.backward()
        self.act_opt.step()
        self.steps += 1
        if self.steps % 2 == 0:
            self.coef *= 0.5
        return loss.item() + obj.item()
