import numpy as np
import torch
import torch.nn as nn


def fill(net, low=-0.5, high=0.6):
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.linspace(low, high, p.numel()).view(p.shape))
    return net


class MLP(nn.Module):
    def __init__(self, n_in, n_out, hidden=8):
        super().__init__()
        self.l1 = nn.Linear(n_in, hidden)
        self.l2 = nn.Linear(hidden, n_out)

    def forward(self, x):
        return self.l2(torch.tanh(self.l1(x)))



import torch.nn.functional as F

rng = np.random.RandomState(0)
net = fill(MLP(3, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
fisher = {}
opt_param = {}
for task in range(3):
    x = torch.tensor(rng.randn(8, 3) + task, dtype=torch.float32)
    y = (x[:, 0] > task).long()
    for _ in range(2):
        loss = F.cross_entropy(net(x), y)
        for t in range(task):
            for name, p in net.named_parameters():
                loss = loss + (fisher[t][name] * (opt_param[t][name] - p).pow(2)).sum() * 20
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(task, round(loss.item(), 4))
    fisher[task], opt_param[task] = {}, {}
    optimizer.zero_grad()
    F.cross_entropy(net(x), y).backward()
    for name, p in net.named_parameters():
        opt_param[task][name] = p.data.clone()
        fisher[task][name] = p.grad.data.clone().pow(2)

importance = {n: torch.zeros(p.shape) for n, p in net.named_parameters()}
for row in x:
    net.zero_grad()
    net(row.unsqueeze(0)).norm(2).backward()
    for n, p in net.named_parameters():
        importance[n] += p.grad.abs()
for n in importance:
    importance[n] /= len(x)
print([round(v.sum().item(), 4) for v in importance.values()])
