"""The gradient of a dict's values: weights that an inner step made."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def fill(net):
    for i, p in enumerate(net.parameters()):
        p.data.copy_(torch.linspace(-0.5, 0.6 + 0.1 * i, p.numel()).view(p.shape))
    return net


x = torch.linspace(-1.0, 1.0, 12).view(4, 3)
y = torch.linspace(0.0, 1.0, 4).view(4, 1)


class Net(nn.Module):
    def __init__(self, n=3, h=5):
        super().__init__()
        self.fc1 = nn.Linear(n, h)
        self.fc2 = nn.Linear(h, 1)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


def functional_forward(x, w):
    h = F.relu(F.linear(x, w["fc1.weight"], w["fc1.bias"]))
    return F.linear(h, w["fc2.weight"], w["fc2.bias"])


net = fill(Net())
opt = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(3):
    opt.zero_grad()
    total = 0.0
    for task in range(2):
        xs, ys = x * (task + 1), y + task
        fast = {n: p for n, p in net.named_parameters()}
        for _ in range(2):
            loss = F.mse_loss(functional_forward(xs, fast), ys)
            grads = torch.autograd.grad(loss, fast.values(), create_graph=True)
            fast = {n: p - 0.1 * g for (n, p), g in zip(fast.items(), grads)}
        total = total + F.mse_loss(functional_forward(xs, fast), ys)
    total.backward()
    opt.step()
    print(total.item())
