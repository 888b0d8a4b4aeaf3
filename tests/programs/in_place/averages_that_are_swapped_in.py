import torch
import torch.nn as nn


class Average:
    def __init__(self, params, decay):
        self.decay = decay
        self.shadow = [p.clone().detach() for p in params if p.requires_grad]
        self.collected = []

    def update(self, params):
        with torch.no_grad():
            params = [p for p in params if p.requires_grad]
            for s, p in zip(self.shadow, params):
                s.sub_((1 - self.decay) * (s - p))

    def copy_to(self, params):
        for s, p in zip(self.shadow, params):
            p.data.copy_(s.data)

    def store(self, params):
        self.collected = [p.clone() for p in params]

    def restore(self, params):
        for c, p in zip(self.collected, params):
            p.data.copy_(c.data)


net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
average = Average(net.parameters(), 0.8)
first = average.shadow[0]  # changes with the average
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.tensor([[1.0, -0.5], [0.2, 0.4]])
for _ in range(3):
    loss = (net(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    average.update(net.parameters())
    average.store(net.parameters())
    average.copy_to(net.parameters())
    print(round(loss.item(), 5), round(net(x).sum().item(), 5), round(first.sum().item(), 5))
    average.restore(net.parameters())
print(round(net(x).sum().item(), 5))
