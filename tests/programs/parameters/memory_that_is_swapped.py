import torch
import torch.nn as nn


class Average:
    def __init__(self, model, decay):
        self.model, self.decay = model, decay
        self.shadow, self.backup = {}, {}
        for name, param in model.named_parameters():
            self.shadow[name] = param.data.clone()

    def update(self):
        for name, param in self.model.named_parameters():
            new = (1.0 - self.decay) * param.data + self.decay * self.shadow[name]
            self.shadow[name] = new.clone()

    def apply_shadow(self):
        for name, param in self.model.named_parameters():
            self.backup[name] = param.data
            param.data = self.shadow[name]

    def restore(self):
        for name, param in self.model.named_parameters():
            param.data = self.backup[name]
        self.backup = {}

    def total(self):
        return round(sum(v.sum().item() for v in self.shadow.values()), 5)


def step():
    loss = (net(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))


net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.tensor([[1.0, -0.5], [0.2, 0.4]])
average = Average(net, 0.8)
for k in range(4):
    step()
    average.update()
    average.apply_shadow()
    if k == 2:
        step()  # the average is the parameters' memory, and changes with it
    print(round(net(x).sum().item(), 5), average.total())
    average.restore()
    print(round(net(x).sum().item(), 5), average.total())
