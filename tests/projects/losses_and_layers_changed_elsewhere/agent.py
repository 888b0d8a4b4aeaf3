import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.Linear(3, 4)
        self.norm = nn.LayerNorm(4)
        self.blocks = nn.ModuleList([nn.Linear(4, 4) for _ in range(2)])
        self.heads = nn.ModuleDict({"q": nn.Linear(4, 1), "v": nn.Linear(4, 1)})
        self.depth = 2
        self.use = ["q"]

    def forward(self, x):
        x = self.norm(self.inp(x))
        for block in self.blocks[: self.depth]:
            x = torch.tanh(block(x))
        return self.heads[self.use[0]](x)


class Agent:
    def __init__(self):
        self.net = Net()
        self.huber = nn.HuberLoss(delta=1.0)
        self.error = nn.MSELoss()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.05)

    def update(self, x, y):
        found = self.net(x)
        loss = self.huber(found, y) + self.error(found, y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
