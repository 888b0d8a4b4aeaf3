# What is computed for a loss while gradients are off has none: a tape would give it one.
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
nn.init.constant_(net.weight, 0.2)
nn.init.constant_(net.bias, -0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(4, 3)


def update(x):
    torch.set_grad_enabled(False)
    goal = net(x + 1)
    torch.set_grad_enabled(True)
    loss = ((net(x) - goal) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


for i in range(3):
    print(round(update(x), 5))
