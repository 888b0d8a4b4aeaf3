"""torch.utils.data against its port: the same batches, shuffled by the same tape."""

import collections

import torch  # before TensorFlow

# isort: split
import numpy as np
import pytest
import tensorflow as tf
from expressions import leaves

from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on
from rules import data

X, Y = np.arange(21, dtype=np.float32).reshape(7, 3), np.arange(7)
Point = collections.namedtuple("Point", "x y")


class Items:
    """A dataset of the user's: what it gives is made by a function of the index."""

    def __init__(self, make, length=7):
        self.make, self.length = make, length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        return self.make(index)


def assert_same(found, expected):
    """The same structure, values and dtypes."""
    if torch.is_tensor(expected):
        assert found.dtype.name == str(expected.dtype).removeprefix("torch.")
        np.testing.assert_array_equal(found.numpy(), expected.numpy())
    elif isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key in expected:
            assert_same(found[key], expected[key])
    elif isinstance(expected, (list, tuple)):
        assert isinstance(found, type(expected))
        assert len(found) == len(expected)
        for one, other in zip(found, expected):
            assert_same(one, other)
    else:
        assert found == expected


def both(make):
    """What a function of the module and of a tensor's maker gives on each side, on one tape."""
    tapes = Tape(0), Tape(0)
    with torch_on(tapes[0]):
        expected = make(torch.utils.data, torch.tensor)
    with tf_on(tapes[1]):
        found = make(data, tf.constant)
    assert tapes[0].draws == tapes[1].draws
    assert_same(found, expected)
    return expected


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize("batch_size", [1, 3, 7, 10])
def test_batches(batch_size, shuffle, drop_last):
    def run(module, tensor):
        dataset = module.TensorDataset(tensor(X), tensor(Y))
        loader = module.DataLoader(dataset, batch_size, shuffle, drop_last=drop_last)
        epochs = [list(loader) for _ in range(2)]
        return [len(dataset), len(loader), epochs, next(iter(loader), None)]

    _, length, epochs, _ = both(run)
    assert len(epochs[0]) == length
    order = [batch[1].tolist() for epoch in epochs for batch in epoch]
    assert not shuffle or length == 0 or np.concatenate(order).tolist() != [*Y, *Y]


@pytest.mark.parametrize(
    "make",
    [
        lambda tensor: lambda i: (tensor(X)[i], i),
        lambda tensor: lambda i: {"x": X[i], "y": float(i), "name": str(i)},
        lambda tensor: lambda i: Point(X[i], [i, i > 3]),
        lambda tensor: lambda i: np.float32(i),
        lambda tensor: lambda i: X[i].astype(np.float64),
    ],
)
def test_what_items_are_stacked_to(make):
    both(lambda module, tensor: list(module.DataLoader(Items(make(tensor)), batch_size=3)))


def test_collate_fn():
    def run(module, tensor):
        loader = module.DataLoader(Items(lambda i: i), batch_size=4, collate_fn=sum)
        return list(loader)

    assert both(run) == [6, 15]


@pytest.mark.parametrize("lengths", [[5, 2], [0.5, 0.3, 0.2], [0.6, 0.4]], ids=str)
def test_random_split(lengths):
    def run(module, tensor):
        split = getattr(module, "split_randomly", None) or module.random_split
        parts = split(module.TensorDataset(tensor(Y)), lengths)
        return [[len(part), [part[i] for i in range(len(part))]] for part in parts]

    assert sum(length for length, _ in both(run)) == 7


def test_split_of_another_length():
    with pytest.raises(ValueError, match="add up to 6"):
        data.split_randomly(range(7), [3, 3])


@pytest.mark.parametrize("drop_last", [False, True])
def test_samplers(drop_last):
    """PPO's minibatches."""

    def run(module, tensor):
        samplers = [
            module.SequentialSampler(Y),
            module.RandomSampler(range(5)),
            module.SubsetRandomSampler(range(3, 8)),
        ]
        batches = [module.BatchSampler(sampler, 2, drop_last) for sampler in samplers]
        loader = module.DataLoader(Items(lambda i: i, 9), sampler=samplers[2], batch_size=2)
        given = module.DataLoader(Items(lambda i: i, 9), batch_sampler=batches[2])
        return [
            [list(sampler) for sampler in samplers],
            [[len(batch), list(batch)] for batch in batches],
            [list(loader), len(given), list(given)],
        ]

    both(run)


def test_batches_can_be_indices():
    batch = next(iter(data.BatchSampler(data.RandomSampler(range(7)), 3, True)))
    assert leaves(tf.gather(X, batch)).shape == (3, 3)


def test_samples_with_replacement():
    """Any index, as often as asked for; without replacement, each before any comes again."""
    drawn = list(data.RandomSampler(range(5), replacement=True, num_samples=100))
    assert set(drawn) == set(range(5))
    assert len(drawn) == 100
    assert len({drawn.count(i) for i in range(5)}) > 1
    twice = list(data.RandomSampler(range(5), num_samples=8))
    assert sorted(twice[:5]) == list(range(5))
    assert len(set(twice[5:])) == 3
