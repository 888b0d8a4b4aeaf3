# Mixed precision that is off, as on a CPU: blocks, decorators, a scaler that may be given.
import contextlib
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 + 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(4, 3)


class Trainer:
    def __init__(self, scaler=None):
        self.scaler = scaler if scaler is not None else torch.amp.GradScaler("cpu", enabled=False)
        self.ctx = torch.amp.autocast("cpu", enabled=False)

    @torch.autocast("cpu", enabled=False)
    def loss(self, x):
        return (net(x) ** 2).mean()

    def step(self, x):
        with torch.autocast("cpu", enabled=False), contextlib.suppress(KeyError):
            loss = self.loss(x)
        with self.ctx:
            loss = loss * 2
        optimizer.zero_grad()
        self.scaler.scale(loss).backward()
        self.scaler.step(optimizer)
        self.scaler.update()
        return loss.item()


trainer = Trainer()
for i in range(3):
    print(round(trainer.step(x), 5))
with torch.no_grad(), torch.autocast("cpu", enabled=False):
    print(round(net(x).sum().item(), 4))
