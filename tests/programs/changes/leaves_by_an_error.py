# A host line between loss and step raises an error: the step is not done.
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
with torch.no_grad():
    for p in net.parameters():
        p.fill_(0.1)


def check(value):
    if value > 60:
        raise FloatingPointError("too much")


def by_raise(x, y):
    loss = F.mse_loss(net(x), y)
    if torch.isnan(loss):
        raise ValueError("nan")
    opt.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), 10.0)
    if norm > 10:
        raise OverflowError(float(norm))
    opt.step()
    return loss.item()


def by_assertion(x, y):
    loss = F.mse_loss(net(x), y)
    assert loss < 30, "large"
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def by_call(x, y):
    loss = F.mse_loss(net(x), y)
    check(loss.item())
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


for update in (by_raise, by_assertion, by_call):
    for k in range(6):
        x = torch.arange(12.0).view(4, 3) * 0.1 * (1 + 9 * (k % 3 == 1))
        y = x.sum(1, keepdim=True)
        if k == 4:
            x = x * float("nan")
        try:
            print(update(x, y))
        except (ValueError, OverflowError, AssertionError, FloatingPointError) as error:
            print(type(error).__name__)
        print(net.weight.sum().item())
