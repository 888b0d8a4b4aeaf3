import random
import numpy as np
import torch

rng = random.Random(0)


def draw(n, k):
    return rng.sample(range(n), k)


x = torch.arange(12.0).view(6, 2)
idx = draw(6, 3)
print(x[idx].tolist() == [x[i].tolist() for i in idx])
one = rng.randrange(6)
print(x[one].tolist() == x.tolist()[one])
perm = np.random.RandomState(1).permutation(6)
print(x[perm][:, 0].tolist() == [x[i, 0].item() for i in perm], x[perm[:2]].shape[0])
print(x[draw(6, 2), 1].shape[0], x[:, draw(2, 1)].shape[1])
