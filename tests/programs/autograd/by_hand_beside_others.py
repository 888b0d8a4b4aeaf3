"""Weights that are moved by hand, in a file with an update that has the general form."""

import torch
from torch import nn

net, head = nn.Linear(3, 4), nn.Linear(4, 2)
for i, p in enumerate([*net.parameters(), *head.parameters()]):
    p.data.copy_((torch.arange(p.numel()) % 5 - 2.0).reshape(p.shape) * 0.1 + 0.01 * i)

for step in range(3):
    x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
    net.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 0.25)
    for p in net.parameters():
        p.data.add_(p.grad, alpha=-0.1)
    print(step, loss.item(), net.weight.sum().item())

optimizers = {
    "net": torch.optim.SGD(net.parameters(), 0.1),
    "head": torch.optim.Adam(head.parameters()),
}
for step in range(3):
    x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
    for optimizer in optimizers.values():
        optimizer.zero_grad()
    loss = 0
    for row in x:
        loss += head(torch.tanh(net(row))).pow(2).sum()
        if loss.item() > 5:
            break
    loss.backward()
    for name in optimizers:
        optimizers[name].step()
    print(step, loss.item(), net.weight.sum().item(), head.weight.sum().item())
