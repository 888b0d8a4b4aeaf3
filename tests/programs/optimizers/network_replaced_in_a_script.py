import copy

import torch
import torch.nn as nn

net = nn.Linear(3, 2)
for k, p in enumerate(net.parameters()):
    nn.init.constant_(p, 0.3 + 0.1 * k)
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.5)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for k in range(5):
    loss = net(x + 0.1 * k).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    opt.step()
    print(round(loss.item(), 5), round(norm.item(), 5))
    if k == 2:
        net = copy.deepcopy(net)
