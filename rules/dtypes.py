"""torch's dtypes. Each body is a template."""

import tensorflow as tf

from porter.rule import Dtype, block, port


@port("torch.float32", "torch.float")
def float32() -> Dtype:
    """32-bit floats.

    >>> torch.zeros(2, dtype=torch.float)
    """
    return tf.float32


@port("torch.float64", "torch.double")
def float64() -> Dtype:
    """64-bit floats.

    >>> torch.zeros(2, dtype=torch.float64)
    """
    return tf.float64


@port("torch.int64", "torch.long")
def int64() -> Dtype:
    """64-bit integers.

    >>> torch.zeros(2, dtype=torch.long)
    """
    return tf.int64


@port("torch.int32", "torch.int")
def int32() -> Dtype:
    """32-bit integers.

    >>> torch.zeros(2, dtype=torch.int)
    """
    return tf.int32


@port("torch.float16", "torch.half")
def float16() -> Dtype:
    """16-bit floats.

    >>> torch.zeros(2, dtype=torch.float16)
    """
    return tf.float16


@port("torch.bfloat16")
def bfloat16() -> Dtype:
    """16-bit floats of float32's range.

    >>> x.to(torch.bfloat16).float()
    """
    return tf.bfloat16


@port("torch.int16", "torch.short")
def int16() -> Dtype:
    """16-bit integers.

    >>> torch.zeros(2, dtype=torch.int16)
    """
    return tf.int16


@port("torch.int8")
def int8() -> Dtype:
    """8-bit integers.

    >>> torch.zeros(2, dtype=torch.int8)
    """
    return tf.int8


@port("torch.uint8")
def uint8() -> Dtype:
    """Bytes.

    >>> torch.zeros(2, dtype=torch.uint8)
    """
    return tf.uint8


@port("torch.bool")
def boolean() -> Dtype:
    """Booleans.

    >>> torch.zeros(2, dtype=torch.bool)
    """
    return tf.bool


@block
def dtype_for(kind):
    """What torch takes Python's types for where it wants a dtype."""
    return {float: tf.float64, int: tf.int64, bool: tf.bool}.get(kind, kind)
