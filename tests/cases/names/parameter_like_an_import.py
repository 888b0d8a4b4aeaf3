import torch.utils.data as data
import torch.nn.functional as functional


class Transitions(data.Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


def collate(data):
    data.sort(key=len, reverse=True)
    return [functional.relu(row) for row in data]
# output
import tensorflow as tf
from torch_compat import Dataset


class Transitions(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


def collate(data):
    data.sort(key=len, reverse=True)
    return [tf.nn.relu(row) for row in data]
