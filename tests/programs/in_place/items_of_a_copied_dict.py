# told: P102
import torch


def kept_in_loop():
    xs = {k: torch.zeros(2) for k in "ab"}
    old = xs
    xs = {k: v for k, v in xs.items()}
    for k in xs:
        xs[k] += 1
    return old


print([v.tolist() for v in kept_in_loop().values()])
