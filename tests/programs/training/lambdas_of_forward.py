import torch
import torch.nn as nn

GAIN = 1.0


class Local(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        nn.init.constant_(self.layer.weight, 0.3)
        nn.init.constant_(self.layer.bias, 0.1)
        self.calls = 0

    def forward(self, x):
        squash = lambda t, k=2.0: torch.tanh(t) * k
        return squash(self.layer(x)) + squash(x.sum(-1, keepdim=True), k=0.5)


class Global(Local):
    def forward(self, x):
        scaled = lambda t: t * GAIN
        return scaled(self.layer(x))


class Counted(Local):
    def forward(self, x):
        self.calls += 1
        scaled = lambda t: t * self.calls
        return scaled(self.layer(x))


class Twice(Local):
    def forward(self, x):
        f = lambda t: torch.tanh(t)
        y = f(self.layer(x))
        f = lambda t: torch.sigmoid(t)
        return f(y)


class Handed(Local):
    def forward(self, x):
        f = lambda t: torch.tanh(t)
        return sum(map(f, [self.layer(x), x[:, :2]]))


class Late(Local):
    def forward(self, x):
        f = lambda t: t * rate
        rate = x.mean()
        y = f(self.layer(x))
        rate = rate + 1
        return y + f(self.layer(x))


x = torch.arange(6.0).view(2, 3) / 6
for cls in (Local, Global, Counted, Twice, Handed, Late):
    net = cls()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(4):
        loss = (net(x) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        GAIN = GAIN + 0.5
        print(round(loss.item(), 4))
    print([round(v, 4) for v in net.layer.weight.flatten().tolist()])
