"""Tensors of data: tensor, from_numpy, FloatTensor. Each body is a template."""

import keras
import numpy as np
import tensorflow as tf

from porter.rule import (
    Array,
    Bool,
    Bools,
    Double,
    Float,
    Floats,
    Int,
    Ints,
    Number,
    Parameter,
    ParameterLike,
    Size,
    SomeTensors,
    Tensor,
    Typed,
    TypedLike,
    TypedParameter,
    Unsupported,
    block,
    known,
    match,
    port,
)
from rules.create import given_size
from rules.from_numpy import from_array


@block
def tensor_of(data):
    """torch.tensor: Python's numbers become float32, int64 or bool; NumPy's keep their dtype.

    A tensor in a list counts as the one number that it holds.
    """
    if tf.is_tensor(data):
        return tf.convert_to_tensor(data)
    if isinstance(data, np.ndarray):
        return tf.constant(data)
    leaf, shape = data, []
    while isinstance(leaf, (list, tuple)) and len(leaf) > 0:
        shape.append(len(leaf))
        leaf = leaf[0]
    items = tf.nest.flatten(data)
    loose = (item for item in items if not isinstance(item, (float, int)))  # is_tensor() is slow
    if any(map(tf.is_tensor, loose)):
        return tf.reshape(tf.stack(of_widest(items)), shape)
    if isinstance(leaf, (np.ndarray, np.generic)):
        return tf.constant(np.asarray(data))
    tensor = tf.constant(data)
    return tf.cast(tensor, tf.int64) if tensor.dtype == tf.int32 else tensor


@block
def of_widest(items):
    """Numbers, and tensors of one number each, as scalars of the dtype that holds all of them."""
    own = {bool: tf.bool, int: tf.int64, float: tf.float32}
    dtypes = [own.get(type(item)) or tf.as_dtype(item.dtype) for item in items]
    widest = max(dtypes, key=lambda d: (d.is_complex, d.is_floating, d.is_integer, d.size))
    return [tf.reshape(tf.cast(item, widest), []) for item in items]


@block
def variable_of(data):
    """torch.tensor(data, requires_grad=True): NumPy's arrays keep their dtype.

    One number of NumPy's is float64 for torch, but counts as what it meets: it becomes float32.
    """
    tensor = tensor_of(data)
    return keras.Variable(tf.cast(tensor, tf.float32) if tensor.shape.rank == 0 else tensor)


@port("torch.tensor", given="tensor")
def tensor(
    data, dtype=None, device=None, requires_grad=False
) -> (
    TypedParameter
    | Parameter
    | ParameterLike
    | TypedLike
    | TypedLike
    | Typed
    | Typed
    | Typed
    | Typed
    | Tensor
    | Float
    | Int
    | Bool
    | Tensor
):
    """A tensor of the data.

    >>> torch.tensor(n)
    >>> torch.tensor(n, dtype=torch.float32)
    >>> torch.tensor([1.0, 2.0])
    >>> torch.tensor(3)
    >>> torch.tensor([[1, 2], [3, 4]])
    >>> torch.tensor([n[0, 0], n[0, 1]], dtype=torch.float32)
    >>> torch.tensor(0.5, requires_grad=True)
    >>> torch.tensor([0.5, 2.0], dtype=torch.float64, requires_grad=True)
    >>> torch.tensor([[1, 0], [0, 2]], dtype=torch.bool)
    >>> torch.tensor([0.5, -1.5], dtype=torch.int64)
    >>> torch.tensor(n, requires_grad=True)
    >>> torch.tensor(n.astype("float64"), requires_grad=True)
    >>> torch.tensor([n[0, 0], n[1, 1]], requires_grad=True)
    >>> torch.tensor([True, False], dtype=torch.float32)
    >>> torch.tensor([True, False])
    >>> torch.tensor(True)
    >>> torch.tensor([n[0, 0], n[1, 1]])
    >>> torch.tensor([[x[0, :1]], [x[1, 0]]])
    >>> torch.tensor([a[0], a[1:2]], dtype=torch.float32)
    """
    del device  # TensorFlow places tensors itself
    if requires_grad and dtype is not None:
        return keras.Variable(tf.constant(np.array(data), dtype))
    if requires_grad and known(data, Floats):
        return keras.Variable(data)
    if requires_grad:
        return variable_of(data)
    if known(data, Tensor) and dtype is None:
        return tf.identity(data)
    if known(data, Tensor):
        return tf.cast(data, dtype)
    if dtype is not None and known(data, Array):
        return from_array(data, dtype)
    if (known(dtype, Float) and known(data, Floats)) or (
        known(data, Ints) and (known(dtype, Float) or known(dtype, Int))
    ):
        return tf.constant(data, dtype)
    if dtype is not None and known(data, SomeTensors):
        return tf.cast(tensor_of(data), dtype)
    if dtype is not None:
        return from_array(data, dtype)
    if known(data, Array):
        return from_array(data)
    if known(data, Floats):
        return tf.constant(data)
    if known(data, Ints):
        return tf.constant(data, tf.int64)
    if known(data, bool) or known(data, Bools):
        return tf.constant(data)
    return tensor_of(data)


@port("torch.as_tensor", "torch.asarray")
def as_tensor(
    data, dtype=None, device=None
) -> TypedLike | TypedLike | Typed | Typed | Typed | Typed | Tensor | Float | Int | Bool | Tensor:
    """A tensor of the data, which is not copied if it is one already.

    >>> torch.as_tensor(n)
    >>> torch.as_tensor(n, dtype=torch.float32)
    >>> torch.as_tensor(x)
    """
    del device  # TensorFlow places tensors itself
    if known(data, Tensor) and dtype is None:
        return data
    if known(data, Tensor):
        return tf.cast(data, dtype)
    if dtype is not None and known(data, Array):
        return from_array(data, dtype)
    if (known(dtype, Float) and known(data, Floats)) or (
        known(data, Ints) and (known(dtype, Float) or known(dtype, Int))
    ):
        return tf.constant(data, dtype)
    if dtype is not None and known(data, SomeTensors):
        return tf.cast(tensor_of(data), dtype)
    if dtype is not None:
        return from_array(data, dtype)
    if known(data, Array):
        return from_array(data)
    if known(data, Floats):
        return tf.constant(data)
    if known(data, Ints):
        return tf.constant(data, tf.int64)
    if known(data, bool) or known(data, Bools):
        return tf.constant(data)
    return tensor_of(data)


@block
def float_tensor_of(*data, device=None):
    """torch.FloatTensor() of arguments that a function hands on."""
    del device  # TensorFlow places tensors itself
    if len(data) != 1 or isinstance(data[0], (int, tf.TensorShape)):
        return tf.zeros(given_size(data))
    return tf.cast(tensor_of(data[0]), tf.float32)


@port("torch.FloatTensor", "torch.Tensor", "torch.cuda.FloatTensor", given="float_tensor_of")
def float_tensor(
    data=None, *size: int, device=None
) -> Float | Float | Float | Float | Float | Float | Float | Float:
    """A float32 tensor of the data, or of zeros: torch leaves their memory as it is.

    >>> torch.FloatTensor(n)
    >>> torch.Tensor([1, 2])
    >>> torch.FloatTensor([n[0, 0], 2])
    >>> torch.FloatTensor([[0.5]])
    >>> torch.FloatTensor([[x[0, 0]], [x[1, :1]]])
    >>> torch.FloatTensor(2, 3).shape
    >>> torch.FloatTensor(x.shape).shape
    >>> torch.FloatTensor((1, 2), device=x.device)
    >>> torch.Tensor().shape, torch.Tensor().new_zeros(2, 3)
    """
    del device  # TensorFlow places tensors itself
    if known(data is None):
        return tf.zeros([0])
    if known(data, Size):
        return tf.zeros(data)
    if known(data, Number) or len(size) > 0:
        return tf.zeros([data, *size])
    if known(data, Tensor):
        return tf.cast(data, tf.float32)
    if known(data, Array):
        return from_array(data, tf.float32)
    if known(data, Ints) or known(data, Floats):
        return tf.constant(data, tf.float32)
    if known(data, SomeTensors):
        return tf.cast(tensor_of(data), tf.float32)
    return from_array(data, tf.float32)


@port("torch.LongTensor", "torch.cuda.LongTensor")
def long_tensor(data, *size: int, device=None) -> Int | Int | Int | Int | Int | Int | Int:
    """An int64 tensor of the data, or of zeros: torch leaves their memory as it is.

    >>> torch.LongTensor([1, 2])
    >>> torch.LongTensor(np.array([1, 2]))
    >>> torch.LongTensor([a[0], a[1:2]])
    >>> torch.LongTensor(2, 3).shape
    >>> torch.LongTensor(2).fill_(3)
    >>> torch.LongTensor(x.shape).shape
    """
    del device  # TensorFlow places tensors itself
    if known(data, Size):
        return tf.zeros(data, tf.int64)
    if known(data, Number) or len(size) > 0:
        return tf.zeros([data, *size], tf.int64)
    if known(data, Tensor):
        return tf.cast(data, tf.int64)
    if known(data, Array):
        return from_array(data, tf.int64)
    if known(data, Ints):
        return tf.constant(data, tf.int64)
    if known(data, SomeTensors):
        return tf.cast(tensor_of(data), tf.int64)
    return from_array(data, tf.int64)


@port("torch.IntTensor", "torch.cuda.IntTensor")
def int_tensor(data) -> Tensor:
    """An int32 tensor of the data.

    >>> torch.IntTensor([1, 2])
    """
    if known(data, Number) or known(data, Size):
        raise Unsupported("a tensor of uninitialised memory")
    if known(data, Ints):
        return tf.constant(data, tf.int32)
    if known(data, SomeTensors):
        return tf.cast(tensor_of(data), tf.int32)
    return from_array(data, tf.int32)


@port("torch.DoubleTensor", "torch.cuda.DoubleTensor")
def double_tensor(data, *size: int) -> Double | Double | Double | Double | Double:
    """A float64 tensor of the data, or of zeros: torch leaves their memory as it is.

    >>> torch.DoubleTensor([1, 2.5])
    >>> torch.DoubleTensor(2, 3).shape
    """
    if known(data, Size):
        return tf.zeros(data, tf.float64)
    if known(data, Number) or len(size) > 0:
        return tf.zeros([data, *size], tf.float64)
    if known(data, Ints) or known(data, Floats):
        return tf.constant(data, tf.float64)
    if known(data, SomeTensors):
        return tf.cast(tensor_of(data), tf.float64)
    return from_array(data, tf.float64)


@port("torch.scalar_tensor")
def scalar_tensor(s, *, dtype=None, device=None) -> Tensor:
    """A tensor of one number.

    >>> torch.scalar_tensor(2)
    >>> torch.scalar_tensor(2, dtype=torch.int64)
    """
    del device  # TensorFlow places tensors itself
    if known(dtype, Bool) and not known(s, bool):
        raise Unsupported("a number as a boolean")
    if dtype is not None:
        return tf.constant(s, dtype)
    return tf.constant(s, tf.float32)


@port("torch.ByteTensor", "torch.cuda.ByteTensor")
def byte_tensor(data) -> Tensor:
    """A uint8 tensor of the data.

    >>> torch.ByteTensor([1, 0])
    """
    if known(data, Number) or known(data, Size):
        raise Unsupported("a tensor of uninitialised memory")
    if known(data, Ints):
        return tf.constant(data, tf.uint8)
    if known(data, SomeTensors):
        return tf.cast(tensor_of(data), tf.uint8)
    return from_array(data, tf.uint8)


@port("torch.BoolTensor", "torch.cuda.BoolTensor")
def bool_tensor(data) -> Bool:
    """A tensor of booleans, from the data.

    >>> torch.BoolTensor([True, False])
    """
    if known(data, Number) or known(data, Size):
        raise Unsupported("a tensor of uninitialised memory")
    if known(data, SomeTensors):
        return tf.cast(tensor_of(data), tf.bool)
    return from_array(data, tf.bool)


@match("torch.tensor(data).float()", "torch.as_tensor(data).float()")
def tensor_float(data) -> Float | Float | Float | Float | Float:
    """A float32 tensor of the data, in one step.

    >>> torch.tensor(n).float()
    >>> torch.tensor([1, 2]).float()
    """
    if known(data, Tensor):
        return tf.cast(data, tf.float32)
    if known(data, Array):
        return from_array(data, tf.float32)
    if known(data, Ints) or known(data, Floats):
        return tf.constant(data, tf.float32)
    if known(data, SomeTensors):
        return tf.cast(tensor_of(data), tf.float32)
    return from_array(data, tf.float32)


@match("torch.tensor(data).long()", "torch.as_tensor(data).long()")
def tensor_long(data) -> Int | Int | Int | Int:
    """An int64 tensor of the data, in one step.

    >>> torch.tensor([1, 2]).long()
    """
    if known(data, Tensor):
        return tf.cast(data, tf.int64)
    if known(data, Ints):
        return tf.constant(data, tf.int64)
    if known(data, SomeTensors):
        return tf.cast(tensor_of(data), tf.int64)
    return from_array(data, tf.int64)


@port("torch.is_tensor")
def is_tensor(obj) -> bool:
    """Whether it is a tensor.

    >>> torch.is_tensor(x)
    """
    return tf.is_tensor(obj)
