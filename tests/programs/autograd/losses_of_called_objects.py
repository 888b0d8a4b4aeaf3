"""An object that is called takes the loss's gradient and steps, of what its caller computed; the
rate is set by an object around the optimizer: the annotated transformer."""

import torch
from torch import nn


class Warmed:
    def __init__(self, size, warmup, optimizer):
        self.size, self.warmup, self.optimizer = size, warmup, optimizer
        self._step = 0

    def step(self):
        self._step += 1
        rate = self.size**-0.5 * min(self._step**-0.5, self._step * self.warmup**-1.5)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()


class Loss:
    def __init__(self, criterion, optimizer=None):
        self.criterion, self.optimizer = criterion, optimizer

    def __call__(self, x, y, norm):
        loss = self.criterion(x, y) / norm
        loss.backward()
        if self.optimizer is not None:
            self.optimizer.step()
            self.optimizer.optimizer.zero_grad()
        return loss.item() * norm


def run(model, compute):
    total = 0
    for step in range(4):
        x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
        out = model(x)
        total += compute(out, x[:, :2], 2.0)
    return total


net = nn.Linear(3, 2)
net.weight.data.copy_(torch.arange(6).reshape(2, 3) * 0.1 - 0.2)
net.bias.data.fill_(0.1)
optimizer = Warmed(64, 3, torch.optim.Adam(net.parameters(), lr=0, betas=(0.9, 0.98), eps=1e-9))
for _ in range(3):
    print(run(net, Loss(nn.MSELoss(reduction="sum"), optimizer)), net.weight.sum().item())
groups = [{"params": [net.weight]}, {"params": [net.bias], "lr": 0.5}]
sgd = torch.optim.SGD(groups, lr=0.1)
for group in sgd.param_groups:
    group.setdefault("initial_lr", group["lr"])
for step in range(3):
    for group in sgd.param_groups:
        group["lr"] = group["initial_lr"] * 0.5**step
    loss = net(torch.ones(2, 3)).pow(2).mean()
    sgd.zero_grad()
    loss.backward()
    sgd.step()
    print(loss.item(), [group["lr"] for group in sgd.param_groups])
