import torch
import torch.nn as nn


class Cell(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.cell = nn.RNNCell(2, n)
        for p in self.cell.parameters():
            nn.init.constant_(p, 0.2)
        self.register_buffer("h", torch.zeros(1, n))
        self.calls = 0

    def forward(self, x):
        self.h = self.cell(x, self.h)
        self.calls += 1
        return self.h


class Net(nn.Sequential):
    def __init__(self):
        super().__init__(Cell(2), Cell(2))


class Wrapped(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(x) * 2


def make(n):
    layers = []
    for i in range(n):
        layers.append(Cell(2))
        layers.append(nn.ReLU())
    return nn.Sequential(*layers)


class Several(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([Cell(2), Cell(2)])

    def forward(self, x):
        for cell in self.cells:
            x = cell(x)
        return x


x = torch.tensor([[1.0, -2.0]])
nets = {
    "heir": Net(),
    "wrapped": Wrapped([Cell(2), nn.Tanh()]),
    "made": make(2),
    "several": Several(),
}
for name, net in nets.items():
    for _ in range(2):
        with torch.no_grad():
            print(name, round(net(x).sum().item(), 4))
net = Net()
made = make(1)
both = nn.ModuleDict({"a": Cell(2), "b": nn.Linear(2, 2)})
for _ in range(2):
    with torch.no_grad():
        print(
            [
                round(v, 4)
                for v in (net(x).sum().item(), made(x).sum().item(), both["a"](x).sum().item())
            ]
        )
