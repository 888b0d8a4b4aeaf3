import torch
import torch.nn as nn


class Cell(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.cell = nn.LSTMCell(2, n)
        nn.init.constant_(self.cell.weight_ih, 0.1)
        nn.init.constant_(self.cell.weight_hh, 0.2)
        nn.init.constant_(self.cell.bias_ih, 0.0)
        nn.init.constant_(self.cell.bias_hh, 0.1)
        self.state = None

    def forward(self, x):
        self.state = self.cell(x, self.state)
        return self.state[0]

    def reset(self):
        self.state = None


head = nn.Linear(3, 1)
nn.init.constant_(head.weight, 0.5)
nn.init.constant_(head.bias, 0.1)
net = nn.Sequential(Cell(3), head)
nets = nn.ModuleList([Cell(2) for _ in range(2)])
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.tensor([[1.0, 2.0]])
for episode in range(2):
    net[0].reset()
    for t in range(3):
        with torch.no_grad():
            y = net(x * (t + 1))
        print(round(y.item(), 4))
    net[0].reset()
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 4))
for n in nets:
    print(round(n(x).sum().item(), 4), round(n(x).sum().item(), 4))
