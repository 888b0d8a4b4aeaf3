"""torch.utils.data: datasets, samplers and the loader, as small classes of plain Python.

Items are fetched one by one and stacked, as torch does it without workers. What shuffles draws from
TensorFlow's generator.
"""

import math

import numpy as np
import tensorflow as tf

from porter.rule import Collated, Same, block, port
from rules.random import source


@port("torch.utils.data.Dataset", "torch.utils.data.dataset.Dataset")
class Dataset:
    """torch.utils.data.Dataset: what has __getitem__ and, to be loaded, __len__.

    Not proven: it does nothing itself.
    """


@port("torch.utils.data.IterableDataset", "torch.utils.data.dataset.IterableDataset")
class IterableDataset(Dataset):
    """torch.utils.data.IterableDataset: what has __iter__.

    Not proven: it does nothing itself.
    """


@port("torch.utils.data.TensorDataset", "torch.utils.data.dataset.TensorDataset")
class TensorDataset(Dataset):
    """torch.utils.data.TensorDataset: the rows of several tensors, as tuples.

    >>> torch.utils.data.TensorDataset(x, a)[1]
    """

    def __init__(self, *tensors):
        self.tensors = tensors

    def __len__(self):
        return len(self.tensors[0])

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)


@port("torch.utils.data.Subset", "torch.utils.data.dataset.Subset")
class Subset(Dataset):
    """torch.utils.data.Subset: the items with these indices.

    >>> torch.utils.data.Subset(torch.utils.data.TensorDataset(x, a), [2, 0])[0]
    """

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __len__(self):
        return len(self.indices)

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]


@port("torch.utils.data.random_split", "torch.utils.data.dataset.random_split")
def random_split(dataset, lengths, generator=None) -> list[Same] | list[Same]:
    """Parts of these lengths, or of these shares.

    >>> len(torch.utils.data.random_split(torch.utils.data.TensorDataset(x), [3, 1]))
    >>> len(torch.utils.data.random_split(range(9), [0.5, 0.5], torch.Generator().manual_seed(4)))
    """
    if generator is None:
        return split_randomly(dataset, lengths)
    return split_randomly(dataset, lengths, generator)


@block
def shuffled_numbers(count, generator=None):
    """The numbers below count in another order, as a list."""
    if generator is not None:
        return generator.permutation(count).numpy().tolist()
    return tf.random.shuffle(tf.range(count)).numpy().tolist()


@block
def split_randomly(dataset, lengths, generator=None):
    """Parts of a dataset of these lengths; shares are rounded down, what is left is dealt out."""
    total = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = [math.floor(total * share) for share in lengths]
        for i in range(total - sum(lengths)):
            lengths[i % len(lengths)] += 1
    if sum(lengths) != total:
        raise ValueError(f"the lengths add up to {sum(lengths)}, the dataset has {total} items")
    order = shuffled_numbers(total, generator)
    ends = np.cumsum(lengths).tolist()
    return [Subset(dataset, order[end - length : end]) for length, end in zip(lengths, ends)]


@port("torch.utils.data.SequentialSampler", "torch.utils.data.sampler.SequentialSampler")
class SequentialSampler:
    """torch.utils.data.SequentialSampler: all indices in order.

    >>> list(torch.utils.data.SequentialSampler(x))
    """

    def __init__(self, data_source):
        self.data_source = data_source

    def __len__(self):
        return len(self.data_source)

    def __iter__(self) -> list[int]:
        return iter(range(len(self.data_source)))


@port("torch.utils.data.RandomSampler", "torch.utils.data.sampler.RandomSampler")
class RandomSampler(SequentialSampler):
    """torch.utils.data.RandomSampler: all indices, shuffled anew each time, or any of them.

    >>> list(torch.utils.data.RandomSampler(range(5)))
    >>> len(list(torch.utils.data.RandomSampler(range(5), replacement=True, num_samples=40)))
    >>> len(torch.utils.data.RandomSampler(range(5), False, 7))
    >>> sorted(torch.utils.data.RandomSampler(range(5), generator=torch.Generator()))
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        super().__init__(data_source)
        self.replacement, self.wanted, self.generator = replacement, num_samples, generator

    def __len__(self):
        return len(self.data_source) if self.wanted is None else self.wanted

    def __iter__(self) -> list[int]:
        count = len(self.data_source)
        step = 32 if self.replacement else count  # as torch draws them
        for start in range(0, len(self), step):
            if self.replacement:
                size = min(step, len(self) - start)
                drawn = source(self.generator).uniform([size], maxval=count, dtype=tf.int64)
                drawn = drawn.numpy().tolist()
            else:
                drawn = shuffled_numbers(count, self.generator)
            yield from drawn[: len(self) - start]


@port("torch.utils.data.SubsetRandomSampler", "torch.utils.data.sampler.SubsetRandomSampler")
class SubsetRandomSampler:
    """torch.utils.data.SubsetRandomSampler: these indices, shuffled anew each time.

    >>> list(torch.utils.data.SubsetRandomSampler([3, 1, 5]))
    """

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __len__(self):
        return len(self.indices)

    def __iter__(self) -> list[int]:
        return (self.indices[i] for i in shuffled_numbers(len(self.indices), self.generator))


@port("torch.utils.data.BatchSampler", "torch.utils.data.sampler.BatchSampler")
class BatchSampler:
    """torch.utils.data.BatchSampler: the indices of a sampler in lists of batch_size.

    >>> list(torch.utils.data.BatchSampler(range(5), 2, False))
    >>> list(torch.utils.data.BatchSampler(torch.utils.data.RandomSampler(range(5)), 2, True))
    >>> list(torch.utils.data.BatchSampler(torch.utils.data.SubsetRandomSampler(range(6)), 3, True))
    """

    def __init__(self, sampler, batch_size, drop_last):
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __len__(self):
        missing = 0 if self.drop_last else self.batch_size - 1
        return (len(self.sampler) + missing) // self.batch_size

    def __iter__(self) -> list[list[int]]:
        batch = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch


@port(
    "torch.utils.data.default_collate", "torch.utils.data.dataloader.default_collate",
    "torch.utils.data._utils.collate.default_collate",
)  # fmt: skip
def collated(batch) -> Collated:
    """Items stacked to a batch.

    >>> torch.utils.data.default_collate([(x[0], 1), (x[1], 2)])
    >>> torch.utils.data.default_collate([{"a": x[0]}, {"a": x[1]}])
    """
    return default_collate(batch)


@block
def default_collate(items):
    """Items stacked to a batch: tuples and dicts part by part, numbers as float64 or int64."""
    first = items[0]
    if isinstance(first, dict):
        return {key: default_collate([item[key] for item in items]) for key in first}
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(part) for part in zip(*items)))
    if isinstance(first, (tuple, list)):
        return [default_collate(part) for part in zip(*items)]
    if isinstance(first, (str, bytes)):
        return items
    return tf.stack(items) if tf.is_tensor(first) else tf.convert_to_tensor(np.stack(items))


@block
def default_convert(item):
    """An item that is in no batch: arrays become tensors."""
    if isinstance(item, dict):
        return {key: default_convert(part) for key, part in item.items()}
    if isinstance(item, tuple) and hasattr(item, "_fields"):
        return type(item)(*map(default_convert, item))
    if isinstance(item, (tuple, list)):
        return [default_convert(part) for part in item]
    return tf.convert_to_tensor(item) if isinstance(item, (np.ndarray, np.generic)) else item


@port(
    "torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader",
    harmless=(
        "num_workers", "pin_memory", "timeout", "worker_init_fn", "multiprocessing_context",
        "prefetch_factor", "persistent_workers", "pin_memory_device", "in_order",
    ),
    note="items come in another random order, and are loaded in the program's own process",
)  # fmt: skip
class DataLoader:
    """torch.utils.data.DataLoader: the items of a dataset in batches, in order or shuffled.

    >>> list(torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, a), batch_size=3))
    >>> len(torch.utils.data.DataLoader(x, 3, shuffle=True, num_workers=2))
    >>> len(torch.utils.data.DataLoader(x, 3, shuffle=True, generator=torch.Generator()))
    >>> len(torch.utils.data.DataLoader(x, 3, **{"pin_memory": False, "timeout": 0}))
    >>> list(torch.utils.data.DataLoader(x, 3, False, None, None, 0, len, False, True))
    >>> list(torch.utils.data.DataLoader(x, batch_size=None))
    """

    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=False,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        timeout=0,
        worker_init_fn=None,
        multiprocessing_context=None,
        generator=None,
        *,
        prefetch_factor=None,
        persistent_workers=False,
        pin_memory_device="",
        in_order=True,
    ):
        self.has_rows = hasattr(dataset, "__getitem__")  # a stream gives its items itself
        if not self.has_rows:
            sampler = dataset
        elif sampler is None:
            sampler = SequentialSampler(dataset)
            if shuffle:
                sampler = RandomSampler(dataset, generator=generator)
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        elif batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.dataset, self.sampler, self.batch_sampler = dataset, sampler, batch_sampler
        self.batch_size, self.drop_last, self.num_workers = batch_size, drop_last, num_workers
        alone = batch_sampler is None
        self.collate_fn = collate_fn or (default_convert if alone else default_collate)

    def __len__(self):
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)

    def __iter__(self) -> list[Collated]:
        if self.batch_sampler is None:
            for index in self.sampler:
                yield self.collate_fn(self.dataset[index] if self.has_rows else index)
            return
        for indices in self.batch_sampler:
            items = [self.dataset[index] for index in indices] if self.has_rows else indices
            yield self.collate_fn(items)
