# A step on gradients that nothing clears stands right above the update of the target network.
import torch
import torch.nn as nn

net, target = nn.Linear(2, 1), nn.Linear(2, 1)
for p in [*net.parameters(), *target.parameters()]:
    nn.init.constant_(p, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
x = torch.arange(6.0).view(3, 2)
for turn in range(3):
    loss = (net(x) - target(x).detach() - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
    for p, q in zip(net.parameters(), target.parameters()):
        q.data.copy_(0.5 * p.data + 0.5 * q.data)
    print(loss.item(), target(x).sum().item())
