import torch
import torch.nn as nn


class Last(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        nn.init.ones_(self.layer.weight)
        nn.init.ones_(self.layer.bias)
        self.register_buffer("var", torch.ones(2))
        self.register_buffer("mean", torch.zeros(2))
        self.register_buffer("seen", torch.zeros(2))
        self.register_buffer("steps", torch.zeros(2, dtype=torch.long))
        self.register_buffer("ramp", torch.zeros(2))

    def forward(self, x):
        x = self.layer(x)
        self.var.copy_(x.var(0).detach() + 1)
        with torch.no_grad():
            self.mean[:] = x.mean(0)
        self.seen.copy_(x[0])  # nobody reads it here
        self.steps.copy_((x > 0).sum(0))
        self.ramp.copy_(torch.linspace(0, 1, 2))
        return (x - self.mean) / self.var + self.steps + self.ramp


net = Last()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    loss = net(torch.arange(6.0).reshape(3, 2) / (1 + i)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), net.seen.sum().item(), net.steps.sum().item(), net.layer.weight.sum().item())
