# told: P102
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.3)
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
x = torch.ones(3, 2)
for k in range(5):
    if k == 2:
        for p in net[0].parameters():
            p.requires_grad = False
    loss = net(x).pow(2).mean()
    opt.zero_grad(set_to_none=False)
    loss.backward()
    opt.step()
    print(round(loss.item(), 5), round(net[0].weight.sum().item(), 5))
