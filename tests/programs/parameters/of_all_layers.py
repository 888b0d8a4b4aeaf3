import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
for m in net.modules():
    if isinstance(m, nn.Linear):
        m.weight = nn.Parameter(torch.full_like(m.weight, 0.3))
        m.bias = nn.Parameter(torch.zeros_like(m.bias))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    loss = (net(torch.tensor([1.0, 2.0])) - 1).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), net[0].weight.tolist(), net[2].bias.tolist(), len(list(net.parameters())))
