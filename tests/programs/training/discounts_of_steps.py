import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.05)


def learn(x, steps, done, scale):
    gamma = 0.9
    discount = gamma ** steps
    half = steps // 2
    rest = steps % 3
    frac = steps / 4
    alive = 1 - done.long()
    target = discount * alive + half * scale + rest * 0.1 + frac
    w = (steps > 2) * 0.5 + (steps == 2) * 2
    loss = (w * (net(x).squeeze(1) - target) ** 2).mean() / steps.sum() + done.sum() * 0.01
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


x = torch.tensor([[1.0, 2.0], [0.5, 1.0], [-1.0, 0.3]])
for k in range(3):
    print(learn(x, torch.tensor([1, 2, 3 + k]), torch.tensor([False, True, k > 0]), np.float32(0.3)))
    print(learn(x, torch.tensor([1, 2, 3 + k]), torch.tensor([False, True, k > 0]), 0.7))
