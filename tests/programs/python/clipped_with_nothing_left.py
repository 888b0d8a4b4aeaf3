"""The optimizer has gone over the iterator: torch clips nothing behind it, and so does the port."""

import torch

net = torch.nn.Linear(2, 1)
torch.nn.init.ones_(net.weight)
torch.nn.init.zeros_(net.bias)
params = net.parameters()
optimizer = torch.optim.SGD(params, lr=0.1)
for _ in range(2):
    loss = net(torch.ones(3, 2)).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(params, 0.1)
    optimizer.step()
    print(loss.item())
