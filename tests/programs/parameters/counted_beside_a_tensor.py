# told: P102
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 1)
        nn.init.constant_(self.l.weight, 0.3)
        nn.init.constant_(self.l.bias, 0.1)
        self.register_buffer("t", torch.tensor([1, 2]), persistent=False)
        self.count = torch.zeros(2)
        self.calls = 0

    def forward(self, x):
        self.t += 1
        self.count += self.t
        self.calls += 1
        return self.l(x) * self.t.sum() / self.calls + self.count.sum()


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.001)
x = torch.arange(6.0).view(3, 2) / 5
for k in range(3):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4), net.t.tolist(), net.count.tolist(), net.calls)
