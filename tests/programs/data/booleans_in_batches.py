import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import (
    BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler,
    SequentialSampler, Subset, TensorDataset, WeightedRandomSampler, random_split)

class Rows(Dataset):
    def __init__(self, n):
        self.x = np.arange(n * 3, dtype=np.float32).reshape(n, 3) / 10
        self.y = np.arange(n) % 3

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i] > 1, self.y[i] == 1


data = Rows(7)
loader = DataLoader(data, batch_size=4)
for batch in loader:
    x, y = batch
    print(tuple(x.shape), str(x.dtype).split(".")[-1], str(y.dtype).split(".")[-1], round(float(x.sum()), 4), y.tolist())
print(len(loader))
