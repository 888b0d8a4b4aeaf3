"""Operators that TensorFlow lacks, or computes otherwise. Each body is a template."""

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
    exact = x.dtype.is_floating or x.dtype.is_complex
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
