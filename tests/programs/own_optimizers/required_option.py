import torch
import torch.nn as nn
from torch.optim.optimizer import Optimizer, required


class Descent(Optimizer):
    def __init__(self, params, lr=required, decay=0.0):
        if lr is not required and lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        super().__init__(params, dict(lr=lr, decay=decay))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(p.grad + group["decay"] * p, alpha=group["lr"])


net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = Descent(net.parameters(), lr=0.1, decay=0.01)
for _ in range(3):
    loss = net(torch.tensor([[1.0, -0.5], [0.2, 0.4]])).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
