import torch


def weights(n):
    return torch.ones(n)


def loss(x):
    return (x * weights(len(x))).sum() / 2


x = torch.tensor([1.0, 2.0])
print(loss(x).item())
weights = lambda n: torch.arange(n)
print(loss(x).item())


def weights(n):
    return torch.arange(n).double() / 3


print(loss(x).item(), loss(x).dtype == torch.float64)
