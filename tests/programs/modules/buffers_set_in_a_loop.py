"""A loop over the parameters of a network may register buffers of it."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 1))
with torch.no_grad():
    for i, p in enumerate(net.parameters()):
        p.fill_(0.1 * (i + 1))
for name, p in net.named_parameters():
    net.register_buffer(name.replace(".", "__") + "_before", p.detach().clone())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.ones(2, 3)).pow(2).mean().backward()
optimizer.step()
for name, p in net.named_parameters():
    moved = p.detach() - getattr(net, name.replace(".", "__") + "_before")
    print(name, f"{moved.sum().item():.6f}")
print(sorted(name for name, _ in net.named_buffers()))
