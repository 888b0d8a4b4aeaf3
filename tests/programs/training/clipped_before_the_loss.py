"""A line that clips what an earlier turn left is not for the optimizer of another loop."""

import torch
import torch.nn as nn
import torch.nn.functional as F

body = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))
line = nn.Linear(3, 3)
for net in (body, line):
    for p in net.parameters():
        nn.init.constant_(p, 0.1)
head_optimizer = torch.optim.RMSprop(body[2].parameters(), lr=0.01)
x, y = torch.arange(6.0).view(2, 3), torch.arange(6.0).view(2, 3) * 2
for _ in range(3):
    nn.utils.clip_grad_norm_(body.parameters(), 1.0)
    loss = F.mse_loss(body(x), y)
    head_optimizer.zero_grad()
    loss.backward()
    head_optimizer.step()
    print(loss.item())
line_optimizer = torch.optim.SGD(line.parameters(), lr=0.1)
for _ in range(3):
    one = F.mse_loss(line(x), y)
    one.backward()
    line_optimizer.step()
    print(one.item())
