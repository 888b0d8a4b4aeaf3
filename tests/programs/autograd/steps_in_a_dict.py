# Networks, optimizers and losses in dicts; the losses are computed first, and stepped on one by one.
import torch
import torch.nn as nn

nets = {name: nn.Linear(3, 1) for name in ("actor", "critic")}
with torch.no_grad():
    for net in nets.values():
        for p in net.parameters():
            p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 + 0.1)
optimizers = {name: torch.optim.Adam(net.parameters(), lr=0.01) for name, net in nets.items()}
x = torch.arange(6.0).view(2, 3) / 10
for turn in range(3):
    value = nets["critic"](x)
    action = nets["actor"](x).tanh()
    losses = {
        "critic": (value - x.sum(1, keepdim=True)).pow(2).mean(),
        "actor": (action * value.detach()).mean(),
    }
    for name, loss in losses.items():
        optimizers[name].zero_grad()
        loss.backward()
        optimizers[name].step()
    print({name: round(loss.item(), 5) for name, loss in losses.items()})
print([sum(p.sum().item() for p in net.parameters()) for net in nets.values()])
