import random


def batches(x, y, size):
    order = list(range(len(x)))
    random.Random(0).shuffle(order)
    for i in range(0, len(x), size):
        rows = order[i : i + size]
        yield x[rows], y[rows]
