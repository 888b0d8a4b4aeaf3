"""A head that is replaced before training."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 3)
        self.head = nn.Linear(3, 4)

    def forward(self, x):
        return self.head(self.body(x))


net = Net()
net.head = nn.Linear(3, 1)
print(
    len(list(net.parameters())),
    sum(p.numel() for p in net.parameters()),
    [n for n, _ in net.named_parameters()],
)
with torch.no_grad():
    for p in net.parameters():
        p.fill_(0.2)
opt = torch.optim.AdamW(net.parameters(), lr=0.1)
for i in range(3):
    loss = (net(torch.ones(1, 2)) - 1).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
