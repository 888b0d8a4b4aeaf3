import numpy as np
import torch


def baselines(bs, n):
    def indices(b):
        return np.random.RandomState(0).choice(b.shape[0], n).tolist()

    return tuple(b[indices(b)] if isinstance(b, torch.Tensor) else b for b in bs)


out = baselines((torch.arange(6.0).view(3, 2), 5), 4)
print(out[0].tolist(), out[1])


def pick(x, i):
    return x[i] if isinstance(x, torch.Tensor) else x


print(
    pick(torch.arange(4.0), [2, 0]).tolist(),
    pick(3, 0),
    pick(torch.arange(4.0), np.array([1, 1])).tolist(),
)


def sizes(args, bsz):
    out = []
    for i in range(len(args)):
        if isinstance(args[i], (torch.Tensor, list)) and len(args[i]) == bsz:
            out.append(args[i][1:2])
        else:
            out.append(args[i])
    return out


p = torch.ones(2)
r = sizes((torch.arange(2.0), [3, 4], 7, p, torch.ones(3)), 2)
print(r[0].tolist(), r[1], r[2], r[3].tolist(), r[4].tolist())
