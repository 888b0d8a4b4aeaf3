import torch
import torch.nn as nn
from opts import Optimizers
OPTS = {True: torch.optim.SGD, False: torch.optim.Adam}
net = nn.Linear(2, 1)
with torch.no_grad():
    net.weight.fill_(0.5); net.bias.fill_(0.1)
opts = Optimizers(main=OPTS[True](net.parameters(), lr=0.1))
for i in range(3):
    loss = net(torch.ones(1, 2) * i).pow(2).mean()
    opts.zero()
    loss.backward()
    opts.step()
    print(loss.item(), net.weight.sum().item())
