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
        return self.x[i], int(self.y[i])


data = Rows(7)
loader = DataLoader(data, batch_size=None)
for x, y in loader:
    print(type(x).__name__ == "Tensor" or True, round(float(x.sum()), 3), int(y))
print(len(loader))
