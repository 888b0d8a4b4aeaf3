"""Parameter groups as the dicts that they are in torch, with entries of the program's own."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
for i, p in enumerate(net.parameters()):
    p.data.copy_((torch.arange(p.numel()) % 5 - 2.0).reshape(p.shape) * 0.1 + 0.01 * i)

decay = [p for p in net.parameters() if p.ndim > 1]
others = [p for p in net.parameters() if p.ndim == 1]
optimizer = torch.optim.AdamW(
    [
        {"params": decay, "weight_decay": 0.1, "name": "decay", "lr_scale": 0.5},
        {"params": others, "weight_decay": 0.0, "name": "others"},
    ],
    lr=0.05,
)


def scaled(optimizer, lr):
    for group in optimizer.param_groups:
        group["lr"] = lr * group.get("lr_scale", 1.0)
        for name, factor in (("weight_decay", 0.9), ("eps", 2.0)):
            group[name] = group[name] * factor


for step in range(5):
    for group in optimizer.param_groups:
        group.setdefault("first", group["lr"])
    scaled(optimizer, 0.1 * 0.5**step)
    if step == 3:
        optimizer.param_groups[0].update({"weight_decay": 0.5, "betas": (0.5, 0.9)})
    x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
    loss = (net(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item(), [p.sum().item() for p in net.parameters()])
for group in optimizer.param_groups:
    print(group["name"], group["first"], group["betas"], group["weight_decay"], group["eps"])
    print({k: v for k, v in group.items() if k in ("lr", "name", "eps")}, "lr" in group.keys())
    print("lr" in group, "momentum" in group, "name" not in group)
print([optimizer.state_dict()["param_groups"][i]["lr"] for i in range(2)])
print(optimizer.state_dict()["param_groups"][0]["weight_decay"])
print(len(optimizer.state_dict()["param_groups"][1]["params"]))
