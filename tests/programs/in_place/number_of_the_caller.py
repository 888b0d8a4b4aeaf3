import random
import torch


def sample(tree, count):
    segment = tree[0].item() / count
    found = []
    for k in range(count):
        found.append(find(tree, random.uniform(segment * k, segment * (k + 1))))
    return found


def find(tree, value):
    i = 0
    while 2 * i + 2 < tree.shape[0]:
        if value < tree[2 * i + 1]:
            i = 2 * i + 1
        else:
            value -= tree[2 * i + 1]
            i = 2 * i + 2
    return i


random.seed(3)
print(sample(torch.tensor([10.0, 3.0, 7.0, 1.0, 2.0, 4.0, 3.0]), 5))
