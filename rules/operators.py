"""Operators that TensorFlow lacks, or computes otherwise. Each body is a template."""

import numpy as np
import tensorflow as tf

from porter.rule import Broadcast, Number, Operand, Tensor, block, port


@port("Tensor.__lshift__")
def left_shift(input: Operand, other: Operand) -> Broadcast:
    """The bits moved up.

    >>> a.__lshift__(1)
    """
    return tf.bitwise.left_shift(input, other)


@port("Tensor.__rshift__")
def right_shift(input: Operand, other: Operand) -> Broadcast:
    """The bits moved down.

    >>> a.__rshift__(1)
    """
    return tf.bitwise.right_shift(input, other)


@block
def floating(x):
    """A tensor that can be divided: torch takes whole numbers as float32 then."""
    exact = tf.as_dtype(x.dtype).is_floating or tf.as_dtype(x.dtype).is_complex
    return x if exact else tf.cast(x, tf.float32)


@port("Tensor.__truediv__")
def divide_by_number(input: Tensor, other: Number) -> Tensor:
    """A tensor of unknown dtype by a number: pixels, as often as not.

    >>> a.byte().__truediv__(2)
    >>> x.__truediv__(2)
    """
    return floating(input) / other


@port("Tensor.__rtruediv__")
def divided_number(input: Tensor, other: Number) -> Tensor:
    """A number by a tensor of unknown dtype.

    >>> a.__rtruediv__(2)
    >>> x.__rtruediv__(2)
    """
    return other / floating(input)


@block
def times_mask(x, mask):
    """x where the mask is true, else 0; a number counts as torch promotes it beside a mask."""
    if isinstance(x, (float, np.floating)):
        dtype = tf.float32
    elif isinstance(x, (int, np.integer)) and not isinstance(x, bool):
        dtype = tf.int64
    else:
        x = tf.convert_to_tensor(x)
        dtype = x.dtype
    if mask.dtype != tf.bool and not dtype.is_floating:
        return x * mask
    return tf.cast(x, dtype) * tf.cast(mask, dtype)


@port("Tensor.__mul__")
def product_with_mask(input: Tensor, other) -> Tensor:
    """A mask, or what `~x` gives, beside something of unknown dtype.

    >>> (a > 1).__mul__(0.5)
    >>> (a > 1).__mul__(3)
    >>> (~a).__mul__(0.5)
    >>> (~a).__mul__(2)
    """
    return times_mask(other, input)


@block
def beside(x, other):
    """x as torch takes it beside another tensor: whole numbers become floats, and a tensor of one
    number has no say, as a number has none."""
    wanted = tf.as_dtype(other.dtype)
    own = tf.as_dtype(getattr(x, "dtype", wanted))
    if own == wanted or not wanted.is_floating:
        return x
    weak = not own.is_floating or (len(x.shape) == 0 and len(other.shape) > 0)
    return tf.cast(x, wanted) if weak else x
