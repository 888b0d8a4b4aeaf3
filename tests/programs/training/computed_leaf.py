"""A temperature that is computed, and a leaf from then on: `torch.log(…).requires_grad_(True)`."""

import torch


class Agent:
    def __init__(self, alpha):
        self.log_alpha = torch.log(torch.ones(1) * alpha).requires_grad_(True)
        self.scale = (torch.ones(2) * alpha).exp().requires_grad_()
        self.optimizer = torch.optim.SGD([self.log_alpha, self.scale], lr=0.1)

    def update(self, x):
        loss = (self.log_alpha.exp() * (self.scale * x).sum()).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent(0.5)
for _ in range(3):
    print(agent.update(torch.tensor([1.0, 2.0])), agent.log_alpha.item(), agent.scale.tolist())
