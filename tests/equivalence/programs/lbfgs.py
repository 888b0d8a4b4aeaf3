"""LBFGS calls a closure as often as it needs: each of its steps is an update."""

import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.LBFGS(net.parameters(), lr=0.5, max_iter=4, line_search_fn="strong_wolfe")


def train(steps):
    x = torch.randn(8, 3)
    y = x.sum(1, keepdim=True)

    def closure():
        opt.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        return loss

    for _ in range(steps):
        print(opt.step(closure).item())


train(5)
