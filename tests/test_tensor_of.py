"""torch.tensor of what porter does not know: the same dtype as torch finds, when the port runs."""

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, assert_equal

NAMES = {"tf": tf, "np": np, "keras": keras}
exec(BOOK.paste({"tensor_of", "variable_of"}), NAMES)
DATA = (
    0.5, 3, True, [1, 2], [1.5, 2], [[True], [False]], [], (1.0, 2.0), np.float64(0.5),
    np.float32(0.5), np.int32(3), np.arange(3), np.ones((2, 2)), np.array([True]),
    [np.ones(2), np.zeros(2)], [np.float64(1.5), np.float64(2)], [np.int64(1)],
    np.arange(3, dtype=np.uint8), [np.ones(2, np.float32)],
)  # fmt: skip


@pytest.mark.filterwarnings("ignore:Creating a tensor from a list of numpy:UserWarning")
@pytest.mark.parametrize("data", DATA, ids=repr)
def test_tensor_of(data):
    expected = torch.tensor(data)
    for make in (torch.tensor, torch.as_tensor):
        assert make(data).dtype == expected.dtype
    assert_equal(expected, NAMES["tensor_of"](data))


@pytest.mark.parametrize(
    "data", [0.5, [1.5, 2.0], np.zeros(3), np.ones(2, np.float32), [np.float64(1.5)]], ids=repr
)
def test_a_leaf_has_the_dtype_of_its_data(data):
    leaf = NAMES["variable_of"](data)
    assert isinstance(leaf, keras.Variable)
    assert_equal(torch.tensor(data), leaf.value)


def test_one_number_of_numpys_is_a_leaf_that_counts_as_what_it_meets():
    """float64 in torch, where it makes a float32 tensor no float64 one."""
    data = np.log(0.1)
    product = torch.tensor(data, requires_grad=True) * torch.ones(2)
    assert_equal(product.detach(), NAMES["variable_of"](data) * tf.ones(2))


def test_a_tensor_stays_as_it_is():
    whole = tf.constant([1, 2])
    assert NAMES["tensor_of"](whole) is whole


NESTED = ([0], [[0], [1]], [[[0, 1]], [[1, 0]]])


@pytest.mark.parametrize("shape", [(), (1,), (1, 1)], ids=str)
@pytest.mark.parametrize("nested", NESTED, ids=repr)
def test_a_tensor_in_a_list_is_its_one_number(nested, shape):
    def filled(item, make):
        return [filled(i, make) for i in item] if isinstance(item, list) else make(item)

    numbers = np.arange(2.0).reshape(2, *shape)
    theirs = torch.tensor(filled(nested, lambda i: torch.tensor(numbers[i])))
    assert_equal(theirs, NAMES["tensor_of"](filled(nested, lambda i: tf.constant(numbers[i]))))


@pytest.mark.parametrize("first", [True, False])
def test_numbers_beside_tensors(first):
    def mixed(make):
        return [[make([0.1])], [0.2]] if first else [[0.2], [make([0.1])]]

    theirs = torch.tensor(mixed(lambda x: torch.tensor(x, dtype=torch.float64)))
    ours = NAMES["tensor_of"](mixed(lambda x: tf.constant(x, tf.float64)))
    assert_equal(theirs, ours)
