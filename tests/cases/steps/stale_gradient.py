import torch
import torch.nn as nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.ones(4, 2)).mean()
    loss.backward()
    optimizer.step()
