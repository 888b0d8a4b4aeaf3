import torch


def pick(x, a, b):
    return x[a == b]


class Box:
    pass


box = Box()
box.a = torch.tensor([1, 2, 1])


def pick2(x: torch.Tensor, labels):
    return x[labels == 1]


print(pick2(torch.tensor([5.0, 6.0, 7.0]), box.a).tolist())
print(pick(torch.tensor([5.0, 6.0, 7.0]), box.a, 1).tolist())
