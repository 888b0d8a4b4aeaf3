"""Logic and bits. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    BoolBroadcast,
    BoolLike,
    Broadcast,
    Number,
    Operand,
    SameShape,
    Tensor,
    Unsupported,
    dtype,
    known,
    port,
)


@port("torch.logical_and", "Tensor.logical_and")
def logical_and(input: Bool, other: Bool) -> BoolBroadcast:
    """Both.

    >>> torch.logical_and(x > 0, y > 0)
    >>> a.logical_and(a - 1)
    """
    return tf.logical_and(input, other)


@port("torch.logical_or", "Tensor.logical_or")
def logical_or(input: Bool, other: Bool) -> BoolBroadcast:
    """One or both.

    >>> torch.logical_or(x > 0, y > 0)
    >>> a.logical_or(a - 1)
    """
    return tf.logical_or(input, other)


@port("torch.logical_xor", "Tensor.logical_xor")
def logical_xor(input: Bool, other: Bool) -> BoolBroadcast:
    """One, but not both.

    >>> torch.logical_xor(x > 0, y > 0)
    >>> a.logical_xor(a - 1)
    """
    return tf.math.logical_xor(input, other)


@port("torch.logical_not", "Tensor.logical_not")
def logical_not(input: Bool) -> BoolLike:
    """The opposite.

    >>> torch.logical_not(x > 0)
    >>> a.logical_not()
    """
    return tf.logical_not(input)


@port("torch.bitwise_and", "Tensor.bitwise_and")
def bitwise_and(input: Operand, other: Operand) -> Broadcast:
    """The bits that both have.

    >>> torch.bitwise_and(a, a + 1)
    >>> a.bitwise_and(1)
    >>> (x > 0).bitwise_and(y > 0)
    """
    return input & other


@port("torch.bitwise_or", "Tensor.bitwise_or")
def bitwise_or(input: Operand, other: Operand) -> Broadcast:
    """The bits that one has.

    >>> torch.bitwise_or(a, a + 1)
    >>> a.bitwise_or(1)
    >>> (x > 0).bitwise_or(y > 0)
    """
    return input | other


@port("torch.bitwise_xor", "Tensor.bitwise_xor")
def bitwise_xor(input: Operand, other: Operand) -> Broadcast:
    """The bits that only one has.

    >>> torch.bitwise_xor(a, a + 1)
    >>> a.bitwise_xor(1)
    >>> (x > 0).bitwise_xor(y > 0)
    """
    return input ^ other


@port("torch.bitwise_not", "Tensor.bitwise_not")
def bitwise_not(input: Tensor) -> SameShape:
    """The opposite bits.

    >>> torch.bitwise_not(a)
    >>> (x > 0).bitwise_not()
    """
    return ~input


@port(
    "torch.bitwise_left_shift",
    "Tensor.bitwise_left_shift",
    note="A shift that is negative, or by all bits or more, is limited to what the dtype has.",
)
def bitwise_left_shift(input: Operand, other: Operand) -> Broadcast:
    """x * 2**y.

    >>> torch.bitwise_left_shift(a, a)
    >>> torch.bitwise_left_shift(9, a)
    >>> a.bitwise_left_shift(3)
    """
    if known(dtype(input) == "uint8"):
        raise Unsupported("TensorFlow limits shifts, and uint8 has few bits")
    if known(input, Number):
        return tf.bitwise.left_shift(tf.cast(input, other.dtype), other)
    return tf.bitwise.left_shift(input, other)


@port(
    "torch.bitwise_right_shift",
    "Tensor.bitwise_right_shift",
    note="A shift that is negative, or by all bits or more, is limited to what the dtype has.",
)
def bitwise_right_shift(input: Operand, other: Operand) -> Broadcast:
    """x // 2**y.

    >>> torch.bitwise_right_shift(a * 9, a)
    >>> torch.bitwise_right_shift(9, a)
    >>> a.bitwise_right_shift(1)
    """
    if known(dtype(input) == "uint8"):
        raise Unsupported("TensorFlow limits shifts, and uint8 has few bits")
    if known(input, Number):
        return tf.bitwise.right_shift(tf.cast(input, other.dtype), other)
    return tf.bitwise.right_shift(input, other)
