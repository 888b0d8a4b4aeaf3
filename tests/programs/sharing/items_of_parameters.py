# told: P102
# An item of list(net.parameters()) is a parameter: what is kept of it changes with it.
import torch
from torch import nn

net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.2)
params = list(net.parameters())
kept = []
with torch.no_grad():
    for p in params:
        p.fill_(0.1)


def train(x):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    kept.append(params[0].detach())
    return loss.item()


for k in range(3):
    print(train(torch.ones(4, 3) * k))
print([one.sum().item() for one in kept])
