import torch
import torch.nn as nn

net = nn.Linear(3, 3)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, -0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x = torch.cos(torch.arange(9.0)).view(3, 3)


def filled(d, mask):
    e = d.masked_fill(mask == 0, 0)
    f = torch.where(d > 0, 1, e)
    g = torch.where(mask == 0, d, 2)
    return e + f + g


for k in range(3):
    y = net(x)
    z = y * 2
    z[z < 0.5] = 1
    w = (y > 0.2).long()
    loss = z.sum() + y.masked_fill(w == 0, 0).sum() + filled(y, w).sum() + torch.where(y > 0, 0, y).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
