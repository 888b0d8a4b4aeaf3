"""A network that a method puts back from a state: the update has each new one."""

import os
import tempfile
from pathlib import Path

import torch
from torch import nn


class Scalar(nn.Module):
    def __init__(self, value):
        super().__init__()
        self.constant = nn.Parameter(torch.tensor(value))

    def forward(self):
        return self.constant


class Agent:
    def __init__(self):
        self.log_alpha = Scalar(0.5)
        self.net = nn.Linear(3, 1)
        nn.init.constant_(self.net.weight, 0.2)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.alpha_opt = torch.optim.SGD(self.log_alpha.parameters(), lr=0.1)

    def load_state_dict(self, state_dict):
        self.net.load_state_dict(state_dict["net"])
        self.log_alpha = state_dict["log_alpha"]

    def update(self, x):
        q = torch.tanh(self.net(x)).mean()
        alpha_loss = torch.exp(self.log_alpha()) * (q.detach() - 0.3)
        self.alpha_opt.zero_grad()
        alpha_loss.backward()
        self.alpha_opt.step()
        q = torch.tanh(self.net(x)).mean()
        loss = q * self.log_alpha().exp().detach()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 5), round(self.log_alpha().item(), 5)

    def state_dict(self):
        return {"log_alpha": self.log_alpha, "net": self.net.state_dict()}


if __name__ == "__main__":
    agent = Agent()
    x = torch.tensor([[0.1, 0.2, -0.3], [0.4, -0.5, 0.6]])
    folder = Path(tempfile.mkdtemp())
    policy_file = folder / os.path.join("a.pt")
    for turn in range(3):
        print(agent.update(x))
        print(agent.update(x))
        if turn == 0:
            torch.save(agent.state_dict(), policy_file)
            print(agent.update(x))
            agent.load_state_dict(torch.load(policy_file, weights_only=False))
        elif turn == 1:
            agent.load_state_dict({"net": agent.net.state_dict(), "log_alpha": Scalar(-0.5)})
