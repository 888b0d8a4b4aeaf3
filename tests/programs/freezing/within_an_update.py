# told: P201
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(3, 2)
for k in range(3):
    loss = net(x).pow(2).mean()
    net[0].weight.requires_grad = False
    opt.zero_grad()
    loss.backward()
    net[0].weight.requires_grad = True
    opt.step()
    print(
        round(loss.item(), 5),
        round(net[0].weight.sum().item(), 5),
        round(net[0].bias.sum().item(), 5),
    )
