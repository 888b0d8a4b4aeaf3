"""Operators that TensorFlow lacks, or computes otherwise. Each body is a template."""

import tensorflow as tf

from porter.rule import Broadcast, Operand, port


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
