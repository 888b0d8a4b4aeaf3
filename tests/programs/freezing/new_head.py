"""A head that replaces a frozen one."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)
        self.fc = nn.Linear(2, 1)

    def forward(self, x):
        return self.fc(torch.relu(self.body(x)))


model = Net()
for param in model.parameters():
    param.requires_grad = False
model.fc = nn.Linear(2, 3)
with torch.no_grad():
    for p in model.parameters():
        p.fill_(0.4)
print([(n, p.requires_grad) for n, p in model.named_parameters()])
opt = torch.optim.SGD(model.fc.parameters(), lr=0.1, momentum=0.9)
for _ in range(3):
    loss = (model(torch.ones(1, 2)) - 3).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), model.body.weight.sum().item(), model.fc.weight.sum().item())
