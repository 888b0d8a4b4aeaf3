import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.3)
groups = {}
for name, param in net.named_parameters():
    key = name.split(".")[0]
    if key not in groups:
        groups[key] = {"scale": 0.5 if key == "0" else 1.0, "params": []}
    groups[key]["params"].append(param)
optimizer = torch.optim.SGD(list(groups.values()), lr=0.1)
for k in range(3):
    for group in optimizer.param_groups:
        group["lr"] = 0.1 * (k + 1) * group["scale"]
    loss = net(torch.tensor([[1.0, -0.5], [0.2, 0.4]])).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5), [round(g["lr"], 4) for g in optimizer.param_groups])
