# Gradients are switched off and on by lines of their own, around an update in a function.
import torch
import torch.nn as nn

net, target = nn.Linear(3, 1), nn.Linear(3, 1)
torch.set_grad_enabled(False)
for n in (net, target):
    for p in n.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 + 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(4, 3)


def update(x):
    loss = (net(x) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


for i in range(3):
    y = net(x)
    torch.set_grad_enabled(True)
    print(round(update(x), 5))
    torch.set_grad_enabled(False)
    print(round(y.sum().item(), 4))
