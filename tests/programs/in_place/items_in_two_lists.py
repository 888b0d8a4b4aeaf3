# told: P102
import torch


def lists():
    xs = [torch.zeros(2) + i for i in range(3)]
    ys = []
    for x, k in zip(xs, range(3)):
        ys.append(x)
    for i, x in enumerate(xs):
        x += i
    return ys, [list(pair) for pair in zip(xs, ys)]


ys, pairs = lists()
print([y.tolist() for y in ys], [[v.tolist() for v in p] for p in pairs])
