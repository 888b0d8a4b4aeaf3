# told: P201
import torch, torch.nn as nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([[0.5, -0.2], [0.1, 0.3]]))
        self.state = None

    def forward(self, x):
        s = torch.zeros_like(x) if self.state is None else self.state
        self.state = torch.tanh(s @ self.w + x)
        return self.state


c = Cell()
opt = torch.optim.SGD(c.parameters(), 0.1)


def train(xs):
    c.state = None
    for x in xs[:-1]:
        c(x)
    loss = c(xs[-1]).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def train2(xs):
    c.state = None
    for x in xs:
        out = c(x)
    loss = out.pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def train3(xs):
    c.state = None
    warm(xs[:-1])
    loss = c(xs[-1]).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def warm(xs):
    for x in xs:
        c(x)


xs = [torch.tensor([[0.1 * t, 0.2]]) for t in range(4)]
for k in range(2):
    print(train(xs), train2(xs), train3(xs), c.w.tolist())
