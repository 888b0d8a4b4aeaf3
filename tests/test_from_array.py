"""from_array: the tensor that tf.constant makes of an array, of a copy, wherever the array lies.
concat: what tf.concat makes of many of them."""

import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK

NAMES = {"tf": tf, "np": np}
exec(BOOK.paste({"from_array", "concat"}), NAMES)
from_array, concat = NAMES["from_array"], NAMES["concat"]
FRAMES = np.arange(2 * 3 * 4, dtype=np.uint8).reshape(2, 3, 4)
ARRAYS = (
    np.zeros((0, 3)), np.float32(3), np.array(True), np.array([True, False]), FRAMES.T,
    FRAMES[::-1, :, 1:], np.zeros(3, np.float16), np.arange(3, dtype=np.int32),
    np.ones(2, np.complex64), np.array([np.nan, np.inf]), np.array(["a", "bc"]),
)  # fmt: skip


@pytest.mark.parametrize("array", ARRAYS, ids=lambda x: f"{x.dtype}{x.shape}")
def test_as_tf_constant(array):
    found, expected = from_array(array), tf.constant(array)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found.numpy(), expected.numpy(), strict=True)


@pytest.mark.parametrize("dtype", [tf.float32, tf.int64, tf.bool, tf.bfloat16], ids=repr)
@pytest.mark.parametrize("data", [[1.5, 0.0], [np.zeros(2), np.ones(2)], FRAMES], ids=type)
def test_of_a_dtype(data, dtype):
    found = from_array(data, dtype)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found.numpy(), np.array(data).astype(dtype.as_numpy_dtype))


def test_a_tensor_in_a_list_is_the_number_that_it_holds():
    """As for torch, whether its shape is () or (1,)."""
    for shape in ([], [1]):
        found = from_array([tf.fill(shape, 2.0), tf.fill(shape, 0.5)], tf.float32)
        assert found.numpy().tolist() == [2, 0.5]
    with pytest.raises(ValueError, match="reshape"):
        from_array([tf.ones(2), tf.ones(2)], tf.float32)


def test_it_is_a_copy():
    state = np.ones(3, np.float32)
    tensor = from_array(state)
    state[:] = 7
    assert tensor.numpy().tolist() == [1, 1, 1]


@pytest.mark.parametrize("size", range(1, 20))
def test_operations_take_it_wherever_memory_begins(size):
    """TensorFlow ends the process at a tensor that does not start at a multiple of 64 bytes."""
    tensors = [from_array(np.full((size, size), k, np.float32)) for k in range(8)]
    for k, tensor in enumerate(tensors):
        assert np.asarray(memoryview(tensor)).ctypes.data % 64 == 0
        assert tf.matmul(tensor, tensor)[0, 0].numpy() == k * k * size


def test_a_variable_may_take_its_memory():
    """The variable's update writes to memory that nobody else has."""
    start = from_array(np.ones(3, np.float32))
    variable = tf.Variable(start)
    variable.assign(start)
    variable.assign_add(tf.ones(3))
    assert start.numpy().tolist() == [1, 1, 1]
    assert variable.numpy().tolist() == [2, 2, 2]


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("dtype", [tf.float32, tf.int64], ids=repr)
def test_concat_as_tensorflow_does(axis, dtype):
    rows = [from_array(10 * np.random.rand(2, 3), dtype) for _ in range(5)]
    expected = tf.concat(rows, axis)
    for tensors in (rows, tuple(rows), [*rows[:3], tf.identity(rows[3]), tf.Variable(rows[4])]):
        found = concat(tensors, axis)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found.numpy(), expected.numpy(), strict=True)
    arrays_alone = hasattr(concat(rows, axis), "array") and not hasattr(expected, "array")
    assert arrays_alone


def test_concat_of_two_dtypes_raises():
    with pytest.raises(TypeError, match="Cannot cast"):
        concat([from_array(np.ones(2, np.float32)), from_array(np.ones(2, np.int64))], 0)


def test_concat_in_a_graph():
    kept = from_array(np.ones((1, 2), np.float32))
    joined = tf.function(lambda x: concat([kept, x], 0))
    assert joined(tf.zeros([1, 2])).numpy().tolist() == [[1, 1], [0, 0]]
