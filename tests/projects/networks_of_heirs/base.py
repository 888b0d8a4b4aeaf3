import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        return torch.tanh(self.fc(x))


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Net()

    def forward(self, x):
        return self.part(x)


class Learner:
    def begin(self):
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)


class Given(Learner):
    def __init__(self, net: Net):
        self.net = net
        self.begin()

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class Composed(Learner):
    def __init__(self, net: Whole):
        self.net = net
        self.begin()

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class Setting(Learner):
    def __init__(self):
        self.net = Net()
        self.begin()

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def act(self, x):
        with torch.no_grad():
            return self.net(x)


class Making(Learner):
    def __init__(self):
        self.net = self.build()
        self.begin()

    def build(self):
        net = self.make()
        return net

    def make(self):
        return Net()

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class Naming(Learner):
    net_class = Net

    def __init__(self):
        self.net = self.net_class()
        self.begin()

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class Asking(Learner):
    def __init__(self):
        net_class = getattr(self, "net_class", Net)
        self.net = net_class().to("cpu")
        self.begin()

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
