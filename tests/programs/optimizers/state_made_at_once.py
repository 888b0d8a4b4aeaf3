"""State of an optimizer that is made at once, to be shared, and made anew while it learns."""

import torch
from torch import nn


def share_parameters(adam):
    """Workers would find none."""
    for group in adam.param_groups:
        for p in group["params"]:
            state = adam.state[p]
            # all of it
            state["step"] = torch.zeros(1)
            state["exp_avg"] = torch.zeros_like(p.data)
            state["exp_avg_sq"] = torch.zeros_like(p.data)

            state["exp_avg"].share_memory_()
            state["exp_avg_sq"].share_memory_()


net = nn.Linear(3, 2)
net.weight.data.fill_(0.1)
net.bias.data.fill_(0.2)
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
share_parameters(optimizer)
for i in range(6):
    loss = (net(torch.full((4, 3), 0.5 * i)) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), net.weight.sum().item())
    if i == 2:
        share_parameters(optimizer)
        print("again")
