"""A network freezes its own part; decay and clipping leave it alone."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(1, 2)
        self.head = nn.Linear(2, 1)
        for p in self.parameters():
            nn.init.constant_(p, 0.5)
        for p in self.backbone.parameters():
            p.requires_grad = False

    def forward(self, x):
        return self.head(self.backbone(x))


net = Net()
opt = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.5)
for _ in range(3):
    loss = (net(torch.ones(1, 1)) - 3).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    opt.step()
    print(loss.item(), net.backbone.weight.sum().item(), net.head.weight.sum().item())
