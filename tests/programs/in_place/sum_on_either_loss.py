# Either of two losses of torch gives a tensor that nobody else holds.
import torch
import torch.nn as nn
import sys

net = nn.Linear(3, 2)
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.2)
criterion = nn.CrossEntropyLoss() if len(sys.argv) < 9 else nn.NLLLoss()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.arange(6.0).view(2, 3), torch.tensor([0, 1])
for i in range(3):
    out = net(x)
    loss = criterion(out, y)
    loss += (out**2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
