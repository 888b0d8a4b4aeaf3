import torch
import torch.nn as nn


def filtered(net, kept=None):
    if kept is None:
        kept = {n: p.grad.data.detach() for n, p in net.named_parameters() if p.grad is not None}
    for n, p in net.named_parameters():
        if p.grad is not None:
            kept[n] = kept[n] * 0.9 + p.grad.data.detach() * 0.1
            p.grad.data = p.grad.data + kept[n] * 2.0
    return kept


net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
kept = None
for _ in range(3):
    loss = net(torch.tensor([[1.0, -0.5], [0.2, 0.4]])).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    kept = filtered(net, kept)
    optimizer.step()
    print(round(loss.item(), 5))
