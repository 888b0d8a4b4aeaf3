import contextlib
import torch
import torch.nn as nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.n = nn.Identity()
        self.b = nn.Linear(4, 1)
        with torch.no_grad():
            for p in self.parameters():
                p.fill_(0.1)

    def forward(self, x):
        return self.b(self.n(torch.tanh(self.a(x))))


class Agent:
    def __init__(self):
        self.net = Net()
        self.other = Net()
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.opt2 = torch.optim.SGD(self.other.parameters(), lr=0.1)
        self.table = {0: 1.0, 1: 2.0, 3: 1.0, 5: 0.5}
        self.n = 0
        self.log = []

    def update(self, x, y, k):
        loss = (self.net(x) - y).pow(2).mean()
        self.opt.zero_grad()
        if loss.item() < 0.3:
            self.log.append(self.table[k])
        loss.backward()
        self.opt.step()


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return True


@contextlib.contextmanager
def quiet():
    try:
        yield
    except KeyError:
        pass


agent = Agent()
skipped = 0
for k in range(6):
    x = torch.linspace(0.0, 1.0, 12).reshape(4, 3) + 0.1 * k
    y = torch.full((4, 1), 1.0)
    try:
        agent.update(x, y, k)
    except KeyError:
        skipped += 1
print(skipped, agent.n, [round(v, 4) for v in agent.net.a.weight.detach().reshape(-1).tolist()], [round(v, 4) for v in agent.other.a.weight.detach().reshape(-1).tolist()], agent.log)

