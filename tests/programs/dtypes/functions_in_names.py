import torch


def ones(n):
    return torch.ones(n)


def ranks(n):
    return torch.arange(n)


WEIGHTS = ones
TABLE = {"w": ones}


def loss(x):
    return (x * WEIGHTS(len(x))).sum() / 2 + (x * TABLE["w"](len(x))).sum()


def swap():
    global WEIGHTS
    WEIGHTS = ranks


x = torch.tensor([1.0, 2.0])
print(loss(x).item())
swap()
print(loss(x).item())
TABLE["w"] = ranks
print(loss(x).item())
