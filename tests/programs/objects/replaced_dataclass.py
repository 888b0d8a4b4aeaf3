import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3)
        self.out = nn.Linear(3, 1)
        for p in self.parameters():
            nn.init.constant_(p, 0.3)

    def forward(self, x):
        return self.out(torch.tanh(self.fc(x)))


x = torch.tensor([[1.0, 2.0], [0.5, -1.0]])
y = torch.tensor([[1.0], [0.0]])

net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)

from dataclasses import dataclass, replace


@dataclass
class C:
    beta: float = 1.0


cfg = C()
for step in range(3):
    loss = cfg.beta * F.mse_loss(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    cfg = replace(cfg, beta=cfg.beta * 0.5)
    print(loss.item())

print([round(p.sum().item(), 5) for p in net.parameters()])
