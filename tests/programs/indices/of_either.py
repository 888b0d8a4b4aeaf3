import torch


def take(x, i):
    return x[i]


def take2(xs, i):
    return [x[i] for x in xs]


x = torch.arange(6.0).reshape(3, 2)
print(
    take(x, 1).tolist(),
    take(x, torch.tensor([2, -1])).tolist(),
    take(x, x[:, 0] > 1).tolist(),
    take(x, slice(1, None)).tolist(),
    take([5, 6], 0),
    take(x, [0, 2]).tolist(),
    take(x, torch.tensor(1)).tolist(),
)
print([t.tolist() for t in take2([x, x + 1], torch.tensor([0, 0]))])
import numpy as np

print(
    take(np.arange(4.0), np.array([1, 2])).tolist(),
    take(x, np.array([1, 2])).tolist(),
    take(x, (1, 0)).item(),
)
