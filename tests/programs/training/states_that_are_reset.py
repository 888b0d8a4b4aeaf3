import torch, torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRUCell(2, 2)
        self.out = nn.Linear(2, 1)
        self.reset()
        for p in self.parameters():
            nn.init.constant_(p, 0.3)

    def reset(self):
        self.h = torch.zeros(1, 2)

    def forward(self, x):
        self.h = self.rnn(x, self.h)
        return self.out(self.h)


class Detaching(Net):
    def forward(self, x):
        h = self.rnn(x, self.h.detach())
        self.h = h
        return self.out(h)


def train(net, opt, xs):
    net.reset()
    loss = 0
    for x in xs:
        loss = loss + net(x).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def evaluate(net, xs):
    net.reset()
    with torch.no_grad():
        return sum(net(x).item() for x in xs)


xs = [torch.tensor([[0.1 * t, 0.2]]) for t in range(4)]
for cls in (Net, Detaching):
    net = cls()
    opt = torch.optim.Adam(net.parameters(), 0.01)
    for k in range(3):
        print(train(net, opt, xs), evaluate(net, xs))
net = Net()
opt = torch.optim.SGD(net.parameters(), 0.1)
for x in xs:
    loss = net(x).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    net.h = net.h.detach()
    print(loss.item())
