"""Padding, as a function and as layers. The sizes of a padding begin with the last dimension."""

import numpy as np
import tensorflow as tf

from porter.rule import SameShape, Tensor, block, port
from rules.linear import Layer


@block
def sizes(value, count):
    """One number for all of `count` dimensions, or a number for each."""
    several = isinstance(value, (tuple, list, tf.TensorShape))
    values = tuple(value) if several else (value,)
    return values * count if len(values) == 1 else values


@block(reads_length=True)
def padded(x, padding, mode="constant", value=0.0):
    """torch.nn.functional.pad: negative sizes cut off; `mode` says what the new elements are."""
    rank = len(x.shape)
    pairs = [padding[i : i + 2] for i in range(0, len(padding), 2)]
    if mode == "constant" and pairs:
        added = [[max(size, 0) for size in pair] for pair in pairs]
        none = [[0, 0]] * (rank - len(pairs))
        x = tf.pad(x, none + added[::-1], constant_values=tf.cast(value or 0, x.dtype))
    for axis, (before, after) in zip(range(rank - 1, -1, -1), pairs):
        if mode == "constant":
            before, after = min(before, 0), min(after, 0)
        if not (before or after):
            continue
        length = x.shape[axis]
        if mode == "circular":
            inside = np.arange(max(-before, 0), length + min(after, 0))
            index = inside[np.arange(-max(before, 0), len(inside) + max(after, 0)) % len(inside)]
        else:
            index = np.arange(-before, length + after)
        if mode == "reflect":
            index = length - 1 - np.abs(length - 1 - np.abs(index))
        x = tf.gather(x, index.clip(0, length - 1), axis=axis)
    return x


@block
class Padding(Layer):
    """The layers that pad, by one number on all sides or by one for each; `mode` says how."""

    mode = "constant"

    def __init__(self, padding):
        super().__init__()
        self.padding = sizes(padding, 2 * self.dims)
        self.value = 0.0

    def call(self, x):
        return padded(x, self.padding, self.mode, self.value)


@block
class ConstantPad(Padding):
    """The padding layers that say the value."""

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value


@port("torch.nn.ConstantPad1d")
class ConstantPad1d(ConstantPad):
    """torch.nn.ConstantPad1d.

    >>> nn.ConstantPad1d((1, 2), 3.5)(x)
    """

    dims = 1


@port("torch.nn.ConstantPad2d")
class ConstantPad2d(ConstantPad):
    """torch.nn.ConstantPad2d.

    >>> nn.ConstantPad2d(1, 3.5)(x.unsqueeze(0))
    """

    dims = 2


@port("torch.nn.ConstantPad3d")
class ConstantPad3d(ConstantPad):
    """torch.nn.ConstantPad3d.

    >>> nn.ConstantPad3d(1, 3.5)(x.reshape(1, 2, 2, 3))
    """

    dims = 3


@port("torch.nn.ZeroPad1d")
class ZeroPad1d(Padding):
    """torch.nn.ZeroPad1d.

    >>> nn.ZeroPad1d((1, 2))(x)
    """

    dims = 1


@port("torch.nn.ZeroPad2d")
class ZeroPad2d(Padding):
    """torch.nn.ZeroPad2d.

    >>> nn.ZeroPad2d((0, 1, 2, 1))(x.unsqueeze(0))
    """

    dims = 2


@port("torch.nn.ZeroPad3d")
class ZeroPad3d(Padding):
    """torch.nn.ZeroPad3d.

    >>> nn.ZeroPad3d(1)(x.reshape(1, 2, 2, 3))
    """

    dims = 3


@port("torch.nn.ReflectionPad1d")
class ReflectionPad1d(Padding):
    """torch.nn.ReflectionPad1d.

    >>> nn.ReflectionPad1d((1, 2))(x)
    """

    dims = 1
    mode = "reflect"


@port("torch.nn.ReflectionPad2d")
class ReflectionPad2d(Padding):
    """torch.nn.ReflectionPad2d.

    >>> nn.ReflectionPad2d((0, 1, 2, 1))(x.unsqueeze(0))
    """

    dims = 2
    mode = "reflect"


@port("torch.nn.ReflectionPad3d")
class ReflectionPad3d(Padding):
    """torch.nn.ReflectionPad3d.

    >>> nn.ReflectionPad3d(1)(x.reshape(1, 2, 2, 3))
    """

    dims = 3
    mode = "reflect"


@port("torch.nn.ReplicationPad1d")
class ReplicationPad1d(Padding):
    """torch.nn.ReplicationPad1d.

    >>> nn.ReplicationPad1d((1, 2))(x)
    """

    dims = 1
    mode = "replicate"


@port("torch.nn.ReplicationPad2d")
class ReplicationPad2d(Padding):
    """torch.nn.ReplicationPad2d.

    >>> nn.ReplicationPad2d((0, 1, 2, 1))(x.unsqueeze(0))
    """

    dims = 2
    mode = "replicate"


@port("torch.nn.ReplicationPad3d")
class ReplicationPad3d(Padding):
    """torch.nn.ReplicationPad3d.

    >>> nn.ReplicationPad3d(1)(x.reshape(1, 2, 2, 3))
    """

    dims = 3
    mode = "replicate"


@port("torch.nn.CircularPad1d")
class CircularPad1d(Padding):
    """torch.nn.CircularPad1d.

    >>> nn.CircularPad1d((1, 2))(x)
    """

    dims = 1
    mode = "circular"


@port("torch.nn.CircularPad2d")
class CircularPad2d(Padding):
    """torch.nn.CircularPad2d.

    >>> nn.CircularPad2d((0, 1, 2, 1))(x.unsqueeze(0))
    """

    dims = 2
    mode = "circular"


@port("torch.nn.CircularPad3d")
class CircularPad3d(Padding):
    """torch.nn.CircularPad3d.

    >>> nn.CircularPad3d(1)(x.reshape(1, 2, 2, 3))
    """

    dims = 3
    mode = "circular"


@port("torch.nn.functional.pad")
def pad_(input: Tensor, pad, mode="constant", value=None) -> SameShape | SameShape:
    """More elements at the ends of dimensions; `pad` begins with the last one.

    >>> F.pad(x, (1, 2))
    >>> F.pad(x, (1, 2, 0, -1), value=3.5)
    >>> F.pad(x, (2, 1), mode="reflect")
    """
    if value is not None:
        return padded(input, pad, mode=mode, value=value)
    return padded(input, pad, mode=mode)
