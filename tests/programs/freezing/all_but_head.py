"""All is frozen, then the head is thawed."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)
        self.head = nn.Linear(2, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


model = Net()
with torch.no_grad():
    for p in model.parameters():
        p.fill_(0.4)
for param in model.parameters():
    param.requires_grad = False
for param in model.head.parameters():
    param.requires_grad = True
opt = torch.optim.Adam(model.parameters(), lr=0.1)
n = sum(p.numel() for p in model.parameters() if p.requires_grad)
print(f"{n} of {sum(p.numel() for p in model.parameters())}")
for _ in range(3):
    loss = (model(torch.ones(1, 2)) - 3).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), model.body.weight.sum().item(), model.head.weight.sum().item())
