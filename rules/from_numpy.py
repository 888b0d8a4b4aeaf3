"""Tensors of NumPy's arrays. Each body is a template."""

import numpy as np
import tensorflow as tf

from porter.rule import Double, Float, Int, Tensor, block, match, port


@block
def from_array(data, dtype=None):
    """tf.constant() of an array, at a quarter of the cost: TensorFlow takes the copy as it lies.

    Its operations need tensors to start at a multiple of 64 bytes. `.array` is that copy.
    A tensor in a list counts as the one number that it holds.
    """
    if isinstance(data, (list, tuple)) and data and tf.is_tensor(data[0]):
        data = np.reshape(data, len(data))
    array = np.asarray(data, dtype and dtype.as_numpy_dtype)
    if array.dtype.kind not in "biufc":
        return tf.constant(array, dtype)
    memory = np.empty(array.nbytes + 64, np.uint8)
    start = -memory.__array_interface__["data"][0] % 64
    copy = np.ndarray(array.shape, array.dtype, memory, start)
    copy[...] = array
    tensor = tf.experimental.dlpack.from_dlpack(copy.__dlpack__())
    tensor.array = copy
    return tensor


@port("torch.from_numpy", given="from_numpy")
def from_numpy(ndarray) -> Tensor:
    """A tensor of the array, copied: later changes of the array stay there.

    >>> torch.from_numpy(n)
    >>> torch.from_numpy(n[:0])
    >>> torch.from_numpy(n.T)
    >>> torch.from_numpy(n > 0)
    """
    return from_array(ndarray)


@match("torch.from_numpy(data).float()", "torch.from_numpy(data).to(torch.float32)",
       "torch.from_numpy(data).type(torch.float32)")  # fmt: skip
def from_numpy_float(data) -> Float:
    """A float32 tensor of the array, in one step.

    >>> torch.from_numpy(n).float()
    """
    return from_array(data, tf.float32)


@match("torch.from_numpy(data).double()", "torch.from_numpy(data).to(torch.float64)")
def from_numpy_double(data) -> Double:
    """A tensor of a NumPy array, cast to float64.

    >>> torch.from_numpy(n).double()
    """
    return from_array(data, tf.float64)


@match("torch.from_numpy(data).long()")
def from_numpy_long(data) -> Int:
    """An int64 tensor of the array, in one step.

    >>> torch.from_numpy(np.array([1, 2])).long()
    """
    return from_array(data, tf.int64)
