"""New tensors: zeros, full, eye, arange, linspace. Each body is a template."""

import keras
import numpy as np
import tensorflow as tf

from porter.rule import (
    Bool,
    Counted,
    Float,
    Int,
    IntVector,
    Number,
    Parameter,
    ParameterLike,
    Tensor,
    Typed,
    TypedLike,
    TypedParameter,
    Unsupported,
    Vector,
    block,
    known,
    port,
)


@block
def given_size(size):
    """`(2, 3)` of `zeros(2, 3)` and of `zeros((2, 3))`, where only the program knows which."""
    sizes = size[0] if len(size) == 1 else None
    several = isinstance(sizes, (list, tuple, tf.TensorShape))
    return sizes if several or (tf.is_tensor(sizes) and sizes.shape.rank == 1) else size


@block
def zeros_of(*size, dtype=None, device=None, requires_grad=False):
    """torch.zeros() of arguments that a function hands on."""
    del device  # TensorFlow places tensors itself
    made = tf.zeros(given_size(size), dtype or tf.float32)
    return keras.Variable(made) if requires_grad else made


@port("torch.zeros", "torch.empty", given="zeros_of")
def zeros(
    *size, dtype=None, device=None, requires_grad=False
) -> Tensor | TypedParameter | Parameter | Typed | Typed:
    """Zeros.

    >>> torch.zeros(2, 3)
    >>> torch.zeros((2, 3), dtype=torch.int64)
    >>> torch.zeros(3, device="cpu")
    >>> torch.zeros(1, requires_grad=True)
    >>> torch.zeros(1, dtype=torch.float64, requires_grad=True)
    """
    del device  # TensorFlow places tensors itself
    if not (known(dtype is None) or known(dtype is not None) or requires_grad):
        return tf.zeros(size, dtype or tf.float32)
    if requires_grad and dtype is not None:
        return keras.Variable(tf.zeros(size, dtype))
    if requires_grad:
        return keras.Variable(tf.zeros(size))
    if dtype is None:
        return tf.zeros(size)
    return tf.zeros(size, dtype)


@block
def ones_of(*size, dtype=None, device=None, requires_grad=False):
    """torch.ones() of arguments that a function hands on."""
    del device  # TensorFlow places tensors itself
    made = tf.ones(given_size(size), dtype or tf.float32)
    return keras.Variable(made) if requires_grad else made


@port("torch.ones", given="ones_of")
def ones(
    *size, dtype=None, device=None, requires_grad=False
) -> Tensor | TypedParameter | Parameter | Typed | Typed:
    """Ones.

    >>> torch.ones(2, 3)
    >>> torch.ones(3, dtype=torch.float64)
    >>> torch.ones(1, dtype=torch.float64, requires_grad=True)
    """
    del device  # TensorFlow places tensors itself
    if not (known(dtype is None) or known(dtype is not None) or requires_grad):
        return tf.ones(size, dtype or tf.float32)
    if requires_grad and dtype is not None:
        return keras.Variable(tf.ones(size, dtype))
    if requires_grad:
        return keras.Variable(tf.ones(size))
    if dtype is None:
        return tf.ones(size)
    return tf.ones(size, dtype)


@port("torch.zeros_like", "torch.empty_like", given="zeros_like")
def zeros_like(
    input: Tensor, dtype=None, device=None, requires_grad=False, memory_format=None
) -> ParameterLike | TypedLike:
    """Zeros in the shape of another tensor.

    >>> torch.zeros_like(x)
    >>> torch.zeros_like(x, requires_grad=True)
    >>> torch.zeros_like(x, dtype=torch.bool)
    >>> torch.zeros_like(x, memory_format=torch.preserve_format)
    """
    del device, memory_format  # TensorFlow places tensors itself
    if requires_grad and dtype is not None:
        raise Unsupported("give the leaf its dtype first: x.to(dtype)")
    if requires_grad:
        return keras.Variable(tf.zeros_like(input))
    return tf.zeros_like(input, dtype=dtype)


@port("torch.ones_like", given="ones_like")
def ones_like(
    input: Tensor, dtype=None, device=None, requires_grad=False, memory_format=None
) -> ParameterLike | TypedLike:
    """Ones in the shape of another tensor.

    >>> torch.ones_like(x)
    >>> torch.ones_like(x, requires_grad=True)
    """
    del device, memory_format  # TensorFlow places tensors itself
    if requires_grad and dtype is not None:
        raise Unsupported("give the leaf its dtype first: x.to(dtype)")
    if requires_grad:
        return keras.Variable(tf.ones_like(input))
    return tf.ones_like(input, dtype=dtype)


@block
def filled(size, value):
    """torch.full: a whole number gives int64, a bool a bool, and any other number float32."""
    kind = np.asarray(value).dtype.kind
    return tf.fill(size, tf.cast(value, {"b": tf.bool, "i": tf.int64}.get(kind, tf.float32)))


@port("torch.full")
def full(
    size, fill_value, *, dtype=None, device=None, requires_grad=False
) -> Parameter | Typed | Int | Bool | Typed | Counted:
    """One value everywhere.

    >>> torch.full((2, 3), 0.5)
    >>> torch.full((2, 3), 1)
    >>> torch.full((2,), True)
    >>> torch.full((2,), n[0, 0])
    >>> torch.full((2,), n.shape[0])
    >>> torch.full((2,), 0.5, requires_grad=True)
    >>> torch.full([2], 7, dtype=torch.int64)
    """
    del device  # TensorFlow places tensors itself
    if known(dtype, Bool) and not known(fill_value, bool):
        raise Unsupported("a number among booleans")
    if requires_grad and not isinstance(fill_value, float):
        raise Unsupported("a parameter of something that may be no float")
    if requires_grad and dtype is not None:
        raise Unsupported("a parameter of another dtype")
    if requires_grad:
        return keras.Variable(tf.fill(size, fill_value))
    if dtype is not None:
        return tf.constant(fill_value, dtype, size)
    if known(fill_value, int):
        return tf.constant(fill_value, tf.int64, size)
    if known(fill_value, bool):
        return tf.fill(size, fill_value)
    if known(fill_value, float):
        return tf.fill(size, fill_value)
    if known(fill_value, Tensor):
        raise Unsupported("a value in a tensor: give dtype=")
    return filled(size, fill_value)


@port("torch.full_like", "torch.fill")
def full_like(
    input: Tensor, fill_value: Number, dtype=None, device=None, memory_format=None
) -> TypedLike:
    """One value, in the shape of another tensor.

    >>> torch.full_like(x, 0.5)
    >>> torch.full_like(x, 0.5, memory_format=torch.preserve_format)
    >>> torch.fill(x, 0.5)
    """
    del device, memory_format  # TensorFlow places tensors itself
    return tf.ones_like(input, dtype=dtype) * fill_value


@port("torch.eye")
def eye(n, m=None, *, dtype=None, device=None, requires_grad=False) -> Typed:
    """Identity matrix.

    >>> torch.eye(3)
    >>> torch.eye(2, 3, dtype=torch.float64)
    >>> torch.eye(2, dtype=torch.int64)
    >>> torch.eye(2, requires_grad=False)
    """
    if requires_grad:
        raise Unsupported("make it a tf.Variable, or write m.requires_grad = True")
    del device  # TensorFlow places tensors itself
    if m is None and dtype is None:
        return tf.eye(n)
    if m is None:
        return tf.eye(n, dtype=dtype)
    if dtype is None:
        return tf.eye(n, m)
    return tf.eye(n, m, dtype=dtype)


@block
def counted(start, end=None, step=1):
    """Numbers from start to end: int64 if all three are whole, else float32."""
    numbers = np.arange(start) if end is None else np.arange(start, end, step)
    return tf.constant(numbers, tf.int64 if numbers.dtype.kind in "iu" else tf.float32)


@port("torch.arange")
def arange(
    start, end=None, step=1, *, dtype=None, device=None
) -> (
    Vector | Vector | Vector | Vector | Vector | Vector | Vector | Vector
    | IntVector | IntVector | Counted | Counted
):  # fmt: skip
    """Numbers from start to end.

    >>> torch.arange(4)
    >>> torch.arange(1, 7, 2)
    >>> torch.arange(4, dtype=torch.float32)
    >>> torch.arange(4, dtype=torch.uint8)
    >>> torch.arange(len(a))
    >>> torch.arange(0, 1, 0.1)
    >>> torch.arange(2.5)
    >>> torch.arange(0, 1, 0.1, dtype=torch.float64)
    >>> torch.arange(n.size)
    >>> torch.arange(1, n.size, n.ndim)
    """
    del device  # TensorFlow places tensors itself
    if known(start, float) or known(end, float) or known(step, float):
        if known(dtype, Int):
            raise Unsupported("integers between floats")
        if dtype is not None and end is None:
            return tf.constant(np.arange(start), dtype)
        if dtype is not None:
            return tf.constant(np.arange(start, end, step), dtype)
        if end is None:
            return tf.constant(np.arange(start), tf.float32)
        return tf.constant(np.arange(start, end, step), tf.float32)
    if known(dtype in ("uint8", "bool")) and end is None:
        return tf.cast(tf.range(start), dtype)
    if known(dtype in ("uint8", "bool")):
        return tf.cast(tf.range(start, end, delta=step), dtype)
    if dtype is not None and end is None:
        return tf.range(start, dtype=dtype)
    if dtype is not None:
        return tf.range(start, end, delta=step, dtype=dtype)
    if known(start, int) and end is None:
        return tf.range(start, dtype=tf.int64)
    if known(start, int) and known(end, int) and known(step, int):
        return tf.range(start, end, delta=step, dtype=tf.int64)
    if known(start, Tensor) or known(end, Tensor) or known(step, Tensor):
        raise Unsupported("the dtype depends on the numbers: give dtype=")
    if end is None:
        return counted(start)
    return counted(start, end, step=step)


@port("torch.linspace")
def linspace(start, end, steps, *, dtype=None, device=None) -> Vector:
    """Evenly spaced numbers, both ends included.

    >>> torch.linspace(-10.0, 10.0, 5)
    >>> torch.linspace(0, 1, 5)
    >>> torch.linspace(0, 1, 5, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if known(start, Tensor) or known(end, Tensor):
        raise Unsupported("an end in a tensor")
    if known(dtype, Int):
        raise Unsupported("integers between floats")
    if dtype is not None:
        return tf.constant(np.linspace(start, end, steps), dtype)
    if known(start, float) and known(end, float):
        return tf.linspace(start, end, steps)
    return tf.linspace(float(start), float(end), steps)


@port("torch.logspace")
def logspace(start, end, steps, base=10.0, *, dtype=None, device=None) -> Typed | Float:
    """Numbers whose logarithms are evenly spaced, both ends included.

    >>> torch.logspace(-1, 2, 5)
    >>> torch.logspace(0, 3, 4, base=2, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if known(start, Tensor) or known(end, Tensor):
        raise Unsupported("an end in a tensor")
    if known(dtype, Int):
        raise Unsupported("integers between floats")
    if dtype is not None:
        return tf.constant(np.logspace(start, end, steps, base=base), dtype)
    return tf.constant(np.logspace(start, end, steps, base=base), tf.float32)
