"""What conditions tell of a name holds in their branches, and behind those that leave."""

import numpy as np
import torch


def to(x, device="cpu"):
    if isinstance(x, dict):
        return {k: to(v, device) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return type(x)(to(v, device) for v in x)
    return x.to(device) if torch.is_tensor(x) else x


def total(x):
    if isinstance(x, dict):
        return sum(total(v) for v in x.values())
    if isinstance(x, (list, tuple)):
        return sum(map(total, x))
    return x.sum().item() if isinstance(x, torch.Tensor) else float(x)


def scaled(x, by=None):
    if by is None:
        return x
    assert isinstance(x, torch.Tensor)
    return x.unsqueeze(0) * by.clamp(0, 1)


def summed(x):
    if not isinstance(x, torch.Tensor):
        x = torch.tensor(x)
    return x.sum(dim=0)


def host(x):
    return x.numpy() if isinstance(x, torch.Tensor) and x.dim() > 0 else np.asarray(x)


def ranks(values):
    return [v.dim() for v in values if torch.is_tensor(v)]


def first(x):
    if isinstance(x, torch.Tensor):
        pass
    else:
        return x[0]
    return x.view(-1)[0].item()


def spread(x, empty):
    if isinstance(x, torch.Tensor):
        print("tensor")
    elif empty:
        return 0.0
    return float(x.std())


batch = {"a": torch.ones(2), "b": [torch.arange(3), 4], "c": (1.5, {"d": torch.tensor(2.0)})}
print(total(to(batch)), type(to(batch)["c"]).__name__)
print(
    scaled(torch.ones(2), torch.full((2,), 3.0)).tolist(), scaled(torch.ones(2)).tolist(), scaled(3)
)
print(summed(torch.ones(2)).item(), summed([1.0, 2.0]).item(), summed(np.ones(3)).item())
print(host(torch.ones(2)).tolist(), host([1.0, 2.0]).tolist(), host(torch.tensor(2.0)).tolist())
print(ranks([torch.ones(2, 1), 3, torch.tensor(1)]), first(torch.ones(1, 1)), first([7]))
print(spread(torch.arange(3.0), False), spread(np.arange(3.0), False), spread(None, True))
