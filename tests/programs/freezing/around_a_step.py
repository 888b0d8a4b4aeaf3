"""One optimizer of both networks; one of them is frozen for one step."""

import torch
import torch.nn as nn


class AC(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Linear(2, 1)
        self.q = nn.Linear(3, 1)
        for p in self.parameters():
            nn.init.constant_(p, 0.3)


ac = AC()
opt = torch.optim.Adam(ac.parameters(), lr=0.1)
o = torch.ones(2, 2)
for _ in range(3):
    for p in ac.q.parameters():
        p.requires_grad = False
    loss = -ac.q(torch.cat([o, ac.pi(o)], 1)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for p in ac.q.parameters():
        p.requires_grad = True
    loss2 = (ac.q(torch.cat([o, ac.pi(o).detach()], 1)) - 1).pow(2).mean()
    opt.zero_grad()
    loss2.backward()
    opt.step()
    print(loss.item(), loss2.item(), ac.pi.weight.sum().item(), ac.q.weight.sum().item())
