"""LBFGS calls a closure as often as it needs: with and without a line search, and its memory."""

import torch
import torch.nn as nn

x = torch.arange(12.0).view(6, 2) * 0.37 % 1.1
y = (x[:, :1] * 2 - x[:, 1:]).sin()


def network():
    net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.2)
    return net


def train(steps, **options):
    net = network()
    optimizer = torch.optim.LBFGS(net.parameters(), **options)
    calls = []

    def closure():
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        calls.append(1)
        return loss

    for _ in range(steps):
        loss = optimizer.step(closure)
        print(f"{loss.item():.4f}", len(calls))
    print(f"{net[0].weight.sum().item():.3f}")


train(3, lr=0.1, max_iter=4)
train(3, lr=0.5, max_iter=5, history_size=2)
train(2, max_iter=6, line_search_fn="strong_wolfe")
train(2, max_iter=8, max_eval=5, tolerance_change=1e-3, line_search_fn="strong_wolfe")
train(1, tolerance_grad=10.0)

point = torch.tensor([-1.5, 2.0], requires_grad=True)
lbfgs = torch.optim.LBFGS([point], lr=0.1, max_iter=3, line_search_fn="strong_wolfe")


def rosenbrock():
    lbfgs.zero_grad()
    value = (1 - point[0]) ** 2 + 10 * (point[1] - point[0] ** 2) ** 2
    value.backward()
    return value


for _ in range(4):
    lbfgs.step(rosenbrock)
    print([f"{v:.3f}" for v in point.tolist()])
print(f"{lbfgs.step(rosenbrock).item():.4f}")
