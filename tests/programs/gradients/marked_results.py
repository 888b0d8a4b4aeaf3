# told: P102
# A gradient comes through what a network gave: a variable in its place would cut that off.
import torch
import torch.nn as nn

net = nn.Linear(3, 2)
for p in net.parameters():
    p.data.fill_(0.5)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
h = net(torch.ones(2, 3))
y = h * 2
y.requires_grad_()
loss = y.pow(2).sum()
opt.zero_grad()
loss.backward()
opt.step()
print(round(net.weight.sum().item(), 4))
