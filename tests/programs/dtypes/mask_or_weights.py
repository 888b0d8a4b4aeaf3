import torch


def f(x, mask=None, reduce="mean"):
    if mask is not None:
        x = x * mask
        n = mask.sum()
    else:
        n = x.numel()
    s = x.sum()
    return s / n if reduce == "mean" else s


x = torch.arange(4.0)
for y in (
    f(x),
    f(x, torch.tensor([1.0, 0.0, 1.0, 0.0])),
    f(x, x > 1),
    f(x, x > 1, "sum"),
    f(torch.arange(4), x > 0),
    f(torch.arange(4)),
):
    print(y.item())
