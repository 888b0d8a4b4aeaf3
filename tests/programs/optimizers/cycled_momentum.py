"""Schedules that cycle the momentum with the rate, as they do where nobody says otherwise."""

import torch
from torch import nn
from torch.optim.lr_scheduler import CyclicLR, OneCycleLR, SequentialLR, StepLR

net = nn.Linear(3, 2)


def learn(optimizer, schedule, count=8):
    net.weight.data.copy_(torch.arange(6).reshape(2, 3) * 0.1 - 0.2)
    net.bias.data.fill_(0.1)
    for step in range(count):
        x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
        loss = (net(x) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        group = optimizer.param_groups[0]
        print(step, loss.item(), net.weight.sum().item(), group["lr"], schedule.get_last_lr())
        print(group["betas"] if "betas" in group else group["momentum"])


sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
learn(sgd, OneCycleLR(sgd, max_lr=0.3, total_steps=9))
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
schedule = OneCycleLR(
    sgd, 0.2, epochs=3, steps_per_epoch=3, three_phase=True, anneal_strategy="linear",
    base_momentum=0.5, max_momentum=0.9
)  # fmt: skip
learn(sgd, schedule)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)  # from none
learn(sgd, OneCycleLR(sgd, 0.2, total_steps=9))
adam = torch.optim.Adam(net.parameters(), lr=0.1)
learn(adam, OneCycleLR(adam, 0.02, total_steps=9, pct_start=0.5))
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
learn(sgd, CyclicLR(sgd, 0.01, 0.1, step_size_up=3, mode="triangular2"))
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
learn(sgd, CyclicLR(sgd, 0.01, 0.1, step_size_up=2, base_momentum=0.6, max_momentum=0.7))
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
first = StepLR(sgd, 2, 0.5)
learn(sgd, SequentialLR(sgd, [first, OneCycleLR(sgd, 0.1, total_steps=5)], milestones=[3]), 7)
