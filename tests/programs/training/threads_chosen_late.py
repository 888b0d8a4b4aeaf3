"""A worker chooses its number of threads when something has been computed: no number hangs on it."""

import torch
import torch.nn as nn

model = nn.Linear(3, 1)
with torch.no_grad():
    for parameter in model.parameters():
        parameter.fill_(0.5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def worker(steps):
    torch.set_num_threads(1)
    for _ in range(steps):
        loss = (model(torch.ones(2, 3)) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


print(model(torch.ones(1, 3)).item(), worker(3))
