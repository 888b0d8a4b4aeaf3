import numpy as np
import torch


def f(x):
    if isinstance(x, np.ndarray):
        x = torch.from_numpy(x).float()
    elif not torch.is_tensor(x):
        x = torch.tensor(x)
    return x.mean().item()


print(f(np.ones(2)), f([1.0, 2.0]), f(torch.ones(3)))


def g(x):
    return x.item() if hasattr(x, "item") else x


print(g(torch.tensor(2.0)), g(3), g(np.float32(4)))


def h(x):
    return x.detach().numpy() if isinstance(x, torch.Tensor) else x


print(h(torch.ones(2)).sum(), h(2))
