import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import (
    BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler,
    SequentialSampler, Subset, TensorDataset, WeightedRandomSampler, random_split)

class Stream(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)


for x in DataLoader(Stream([1.0, 2.0, 3.0, 4.0, 5.0]), batch_size=2, drop_last=True):
    print(x.tolist(), str(x.dtype).split(".")[-1])
loader = DataLoader(Stream([1, 2, 3]))
print([x.tolist() for x in loader], [x.tolist() for x in loader])
