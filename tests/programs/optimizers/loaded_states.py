# A state that an optimizer has loaded changes with it; one of before its first step does not.
import copy

import torch
from torch import nn

net = nn.Linear(3, 1)
with torch.no_grad():
    for p in net.parameters():
        p.fill_(0.1)


def fit(opt):
    for k in range(3):
        x = torch.arange(12.0).view(4, 3) * 0.1 + k
        loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


adam = torch.optim.Adam(net.parameters(), lr=0.1)
first, copied = adam.state_dict(), copy.deepcopy(adam.state_dict())
for state in (first, copied):
    for _ in range(2):
        print(fit(adam))
        adam.load_state_dict(state)
print(fit(adam))
kept = {"opt": copy.deepcopy(adam.state_dict())}
for _ in range(3):
    print(fit(adam))
    adam.load_state_dict(kept["opt"])

sgd = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
print(fit(sgd))
live, kept = sgd.state_dict(), copy.deepcopy(sgd.state_dict())
for state in (live, kept, kept):
    print(fit(sgd))
    sgd.load_state_dict(state)
print(fit(sgd))
