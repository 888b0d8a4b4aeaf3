# told: P102
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.3)
nn.init.constant_(net.bias, 0.3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(3, 2)
for k in range(4):
    if k == 2:
        net.weight = nn.Parameter(torch.full((1, 2), 0.7))
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5), round(net.weight.sum().item(), 5), round(net.bias.sum().item(), 5))
