import dataclasses

import torch
import torch.nn as nn


@dataclasses.dataclass
class Batch:
    s: torch.Tensor
    a: torch.Tensor
    w: float = 1.0

    def target(self):
        return self.a * 2


net = nn.Linear(2, 1)
for p in net.parameters():
    nn.init.constant_(p, 0.3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def loss_of(batch):
    return batch.w * ((net(batch.s) - batch.target()) ** 2).mean()


def update(batch):
    loss = loss_of(batch)
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def update2(batch):
    loss = batch.w * (net(batch.s) - batch.target()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


for k in range(3):
    print(update(Batch(torch.ones(2, 2) * k, torch.ones(2, 1), 0.5**k)))
    print(update2(Batch(torch.ones(2, 2) * k, torch.ones(2, 1), 0.5**k)))
