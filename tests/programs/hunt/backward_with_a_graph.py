import torch
import torch.nn as nn

net = nn.Linear(3, 1)
for p in net.parameters():
    nn.init.constant_(p, 0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x):
    loss = net(x).sum()
    loss.backward(create_graph=True)
    opt.step()


update(torch.ones(2, 3))
update(torch.ones(2, 3))
print([float(p.sum()) for p in net.parameters()])
