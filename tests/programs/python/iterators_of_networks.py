"""What torch gives as an iterator is one: next() asks it, and it is used up by who goes over it."""

import torch
import torch.nn as nn


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(2, 3)
        self.head = nn.Linear(3, 1)

    def initial(self, batch):
        weight = next(self.parameters())
        return weight.new_zeros(batch, 3), next(self.parameters()).data.new(batch, 3).zero_()

    def forward(self, x, state):
        h, c = self.cell(x, state)
        return self.head(h), (h, c)


def first_two(net):
    items = net.parameters()
    return next(items).shape, next(items).shape


net = Memory()
for i, p in enumerate(net.parameters()):
    p.data.copy_(torch.arange(p.numel()).float().add(i).sin().view(p.shape))
params = net.parameters()
optimizer = torch.optim.SGD(params, lr=0.1)
state = net.initial(2)
for _ in range(3):
    value, state = net(torch.ones(2, 2), tuple(s.detach() for s in state))
    loss = value.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), sum(p.numel() for p in params))
print([tuple(shape) for shape in first_two(net)], next(net.children()).hidden_size)
parts = net.children()
print(len(list(parts)), len(list(parts)), next(net.modules()) is net, next(net.buffers(), None))
