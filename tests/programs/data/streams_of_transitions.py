import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import (
    BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler,
    SequentialSampler, Subset, TensorDataset, WeightedRandomSampler, random_split)

class Buffer:
    def __init__(self):
        self.rows = []


class RLDataset(IterableDataset):
    def __init__(self, buffer, sample_size=4):
        self.buffer = buffer
        self.sample_size = sample_size

    def __iter__(self):
        for state, action in self.buffer.rows[: self.sample_size]:
            yield state, action


buffer = Buffer()
for i in range(6):
    buffer.rows.append((np.ones(2, np.float32) * i, i % 2))
for states, actions in DataLoader(dataset=RLDataset(buffer), batch_size=3):
    print(states.sum(1).tolist(), actions.tolist(), str(states.dtype).split(".")[-1], str(actions.dtype).split(".")[-1])
buffer.rows.pop(0)
for states, actions in DataLoader(dataset=RLDataset(buffer, 2), batch_size=3):
    print(states.sum(1).tolist(), actions.tolist())
