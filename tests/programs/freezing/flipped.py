# told: P102
"""A flag that is flipped where it stands."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 3))
        self.mid = nn.Linear(3, 3)
        self.head = nn.Linear(3, 1)
        for i, p in enumerate(self.parameters()):
            nn.init.constant_(p, 0.1 + 0.05 * i)

    def forward(self, x):
        return self.head(torch.tanh(self.mid(self.enc(x))))


net = Net()
for p in net.enc.parameters():
    p.requires_grad ^= True
opt = torch.optim.Adam(net.parameters(), lr=0.1)

for _ in range(3):
    loss = (net(torch.ones(2, 2)) - 3).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), [round(p.sum().item(), 4) for p in net.parameters()])
