"""torch.utils.data: datasets of others, and samplers with weights, in plain Python."""

import numpy as np
import tensorflow as tf

from porter.rule import port
from rules.data import Dataset
from rules.random import draw_distinct, source


@port("torch.utils.data.Sampler", "torch.utils.data.sampler.Sampler")
class Sampler:
    """torch.utils.data.Sampler: what gives indices, in the order of an epoch.

    Not proven: it does nothing itself.
    """

    def __init__(self, data_source=None):
        del data_source


@port("torch.utils.data.ConcatDataset", "torch.utils.data.dataset.ConcatDataset")
class ConcatDataset(Dataset):
    """torch.utils.data.ConcatDataset: the items of several datasets, one behind the other.

    >>> torch.utils.data.ConcatDataset([x, y])[5]
    >>> torch.utils.data.ConcatDataset([x, y])[-1]
    >>> len(torch.utils.data.ConcatDataset([x, [1, 2]]))
    """

    def __init__(self, datasets):
        self.datasets = list(datasets)
        self.cumulative_sizes = np.cumsum([len(dataset) for dataset in self.datasets]).tolist()

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, index):
        index = index + len(self) if index < 0 else index
        if not 0 <= index < len(self):
            raise IndexError(index)
        which = int(np.searchsorted(self.cumulative_sizes, index, "right"))
        return self.datasets[which][index - (self.cumulative_sizes[which - 1] if which else 0)]


@port("torch.utils.data.StackDataset", "torch.utils.data.dataset.StackDataset")
class StackDataset(Dataset):
    """torch.utils.data.StackDataset: the items of several datasets side by side.

    >>> torch.utils.data.StackDataset(x, y)[1]
    >>> torch.utils.data.StackDataset(a=x, b=y)[1]
    """

    def __init__(self, *datasets, **named):
        self.datasets = named or datasets

    def __len__(self):
        named = isinstance(self.datasets, dict)
        return len(next(iter(self.datasets.values() if named else self.datasets)))

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)


@port("torch.utils.data.WeightedRandomSampler", "torch.utils.data.sampler.WeightedRandomSampler")
class WeightedRandomSampler:
    """torch.utils.data.WeightedRandomSampler: indices drawn with these weights.

    >>> list(torch.utils.data.WeightedRandomSampler([0.0, 2.0, 0.0], 4))
    >>> sorted(torch.utils.data.WeightedRandomSampler([0.1, 0.7, 0.5], 3, replacement=False))
    >>> len(torch.utils.data.WeightedRandomSampler([0.1, 0.7], 9))
    >>> len(torch.utils.data.WeightedRandomSampler([0.1, 0.7], 9, generator=torch.Generator()))
    """

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        self.weights = tf.convert_to_tensor(weights, tf.float64)
        self.num_samples, self.replacement = num_samples, replacement
        self.generator = generator

    def __len__(self):
        return self.num_samples

    def __iter__(self) -> list[int]:
        if self.replacement:
            logits = tf.math.log(self.weights)[None]
            drawn = source(self.generator).categorical(logits, self.num_samples)[0]
        else:
            drawn = draw_distinct(self.weights, self.num_samples, self.generator)
        return iter(drawn.numpy().tolist())
