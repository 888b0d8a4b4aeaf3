"""The state of an optimizer with groups, saved beside other things and loaded into a new one."""

import io

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
for i, p in enumerate(net.parameters()):
    p.data.copy_((torch.arange(p.numel()) % 5 - 2.0).reshape(p.shape) * 0.1 + 0.01 * i)


def made():
    groups = [{"params": net[0].parameters()}, {"params": net[2].parameters(), "lr": 0.02}]
    return torch.optim.Adam(groups, lr=0.05)


optimizer = made()
for step in range(6):
    x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
    loss = (net(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), [p.sum().item() for p in net.parameters()])
    if step == 2:
        file = io.BytesIO()
        torch.save({"optimizer": optimizer.state_dict(), "step": step}, file)
        file.seek(0)
        optimizer = made()
        saved = torch.load(file)
        optimizer.load_state_dict(saved["optimizer"])
        print(saved["step"])
