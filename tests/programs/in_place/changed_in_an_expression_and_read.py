# told: P102
# Changes in place inside of an expression, of a tensor that is read behind that, or that the caller has.
import torch


def act(state):
    return torch.sum(state.mul_(2))


x = torch.ones(3)
y = torch.ones(2)
print(act(x).item(), x.sum().item())
print(torch.sum(y.add_(1)).item(), y.sum().item())
