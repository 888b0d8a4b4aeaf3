import copy

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.5)
kept = copy.deepcopy(net.state_dict()), copy.deepcopy(optimizer.state_dict())
x = torch.tensor([[1.0, -0.5], [0.2, 0.4]])
for _ in range(2):  # the second time from the rate that was loaded
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda k: 1.5**k)
    for _ in range(3):
        loss = net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        print(round(loss.item(), 5), round(schedule.get_last_lr()[0], 5))
    net.load_state_dict(kept[0])
    optimizer.load_state_dict(kept[1])
    optimizer.param_groups[0]["lr"] = 0.05
