import torch
from torch.utils.data import BatchSampler, DataLoader, Dataset, SubsetRandomSampler, TensorDataset, random_split
from torch.utils.data.sampler import RandomSampler


class Memory(Dataset):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


x, y = torch.rand(8, 3), torch.randint(0, 2, (8,))
train, test = random_split(TensorDataset(x, y), [6, 2])
loader = DataLoader(train, batch_size=2, shuffle=True, num_workers=4, pin_memory=True)
for epoch in range(2):
    for state, action in loader:
        print(state.sum(), action.float())
for batch in DataLoader(Memory([1, 2, 3])):
    print(batch)
for indices in BatchSampler(SubsetRandomSampler(range(8)), 4, drop_last=True):
    print(x[indices].mean(0))
print(len(loader), RandomSampler(x, replacement=True))
DataLoader(train, generator=torch.Generator())
# output
import tensorflow as tf
from torch_compat import (
    BatchSampler,
    DataLoader,
    Dataset,
    Generator,
    RandomSampler,
    SubsetRandomSampler,
    TensorDataset,
    split_randomly,
)


class Memory(Dataset):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


x, y = tf.random.uniform([8, 3]), tf.random.uniform((8,), 0, 2, dtype=tf.int64)
train, test = split_randomly(TensorDataset(x, y), [6, 2])
loader = DataLoader(train, batch_size=2, shuffle=True)
for epoch in range(2):
    for state, action in loader:
        print(tf.reduce_sum(state), tf.cast(action, tf.float32))
for batch in DataLoader(Memory([1, 2, 3])):
    print(batch)
for indices in BatchSampler(SubsetRandomSampler(range(8)), 4, drop_last=True):
    print(tf.reduce_mean(tf.gather(x, indices), axis=0))
print(len(loader), RandomSampler(x, replacement=True))
DataLoader(train, generator=Generator())
# findings
# data/loaders.py:19:10: N402 note items come in another random order, and are loaded in the program's own process (also at line 23, 28)
