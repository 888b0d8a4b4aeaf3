"""A minibatch's rows are a list of NumPy's numbers."""

import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
states, targets = torch.arange(12.0).reshape(4, 3) / 10, torch.arange(4.0)


class Learner:
    def update(self, order, batch):
        for start in range(0, 4, batch):
            rows = list(order[start : start + batch])
            loss = (net(states[rows]).squeeze(1) - targets[rows]).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(round(loss.item(), 4))


for batch in (4, 2):
    Learner().update(np.random.RandomState(0).permutation(4), batch)
