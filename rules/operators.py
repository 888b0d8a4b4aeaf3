"""Operators that TensorFlow lacks, or computes otherwise. Each body is a template."""

import tensorflow as tf

from porter.rule import Broadcast, Operand, Tensor, port


@port("Tensor.__floordiv__")
def floor_divide_floats(input: Operand, other: Operand) -> Broadcast:
    """The quotient without its fraction, as Python computes it: 1.0 // 0.1 is 9.

    >>> x.__floordiv__(0.1)
    >>> x.__floordiv__(y)
    """
    if isinstance(other, Tensor):
        return tf.where(other == 0, input / other, tf.round((input - input % other) / other))
    return tf.round((input - input % other) / other)


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
