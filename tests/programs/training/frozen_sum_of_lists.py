"""Two lists of parameters are one; they are frozen while another network learns through them."""

import torch
import torch.nn as nn


def constant(n, value):
    net = nn.Linear(n, 1)
    nn.init.constant_(net.weight, value)
    nn.init.zeros_(net.bias)
    return net


class Learner:
    def __init__(self):
        self.policy, self.q1, self.q2 = constant(2, 0.3), constant(3, 0.2), constant(3, 0.4)
        self.q_params = list(self.q1.parameters()) + list(self.q2.parameters())
        self.q_optimizer = torch.optim.SGD(self.q_params, lr=0.1)
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)

    def update(self, s, a, y):
        x = torch.cat([s, a], -1)
        q_loss = (self.q1(x) - y).pow(2).mean() + (self.q2(x) - y).pow(2).mean()
        self.q_optimizer.zero_grad()
        q_loss.backward()
        self.q_optimizer.step()
        for p in self.q_params:
            p.requires_grad = False
        x = torch.cat([s, torch.tanh(self.policy(s))], -1)
        loss = -torch.min(self.q1(x), self.q2(x)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        for p in self.q_params:
            p.requires_grad = True
        return q_loss.item(), loss.item()


learner = Learner()
for step in range(3):
    s = torch.tensor([[1.0, 2.0], [0.5, -1.0]]) + step
    print(learner.update(s, s[:, :1], s.sum(1, keepdim=True)), learner.policy.weight.tolist())
