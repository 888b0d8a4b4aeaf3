import torch


def at(x, i):
    return x[i]


x = torch.arange(12.0).view(4, 3)
for i in (
    torch.tensor([-1, 0]),
    [-1, 2],
    slice(0, 2),
    1,
    -1,
    x[:, 0] > 2,
    torch.tensor(2),
    range(2),
    None,
    Ellipsis,
):
    print(at(x, i).tolist())
