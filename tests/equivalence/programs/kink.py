"""In its third update every input of the ReLU is 0 but for rounding."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(32, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, x, kink):
        h = self.hidden(x)
        # the same numbers, added up in another order
        same = (x.unsqueeze(1) * self.hidden.weight).sum(-1) + self.hidden.bias
        h = F.relu(h - kink * same.detach())
        return self.out(h)


torch.manual_seed(0)
net = Net()
optimizer = optim.SGD(net.parameters(), lr=0.01)
rng = np.random.default_rng(0)
for update in range(6):
    x = torch.from_numpy(rng.normal(size=(16, 32))).float()
    kink = torch.tensor(float(update == 2))
    loss = F.mse_loss(net(x, kink), torch.ones(16, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
