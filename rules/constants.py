"""Plain values that torch offers: torch.pi, torch.inf, torch.__version__, shapes."""

import inspect
import math

import numpy as np
import tensorflow as tf

from porter.rule import Dtype, Nothing, Object, Size, Text, known, match, port


@port("torch.pi")
def pi() -> float:
    """The number pi.

    >>> torch.pi
    """
    return math.pi


@port("torch.e")
def e() -> float:
    """Euler's number.

    >>> torch.e
    """
    return math.e


@port("torch.inf", "torch._six.inf")
def inf() -> float:
    """Infinity.

    >>> torch.inf
    """
    return math.inf


@port("torch.nan")
def nan() -> float:
    """What is no number.

    >>> torch.nan
    """
    return math.nan


@port("torch.optim.optimizer.required")
def required() -> Object:
    """The default of an option that has to be given.

    Not proven: tests/programs/own_optimizers/required_option.py does.
    """
    return inspect.Parameter.empty


@port("torch.newaxis")
def newaxis() -> Nothing:
    """A new axis, in an index.

    >>> torch.newaxis
    """
    return None


@port("torch.__version__", "torch.version.__version__")
def version() -> Text:
    """The version: TensorFlow's.

    Not proven: it is another one.
    """
    return tf.__version__


@port("torch.version.cuda")
def cuda_version() -> Text:
    """The version of CUDA that TensorFlow was built with, None without one.

    Not proven: it is another one.
    """
    return tf.sysconfig.get_build_info().get("cuda_version")


@match("torch.finfo(d).max")
def highest(d) -> float:
    """The greatest number of a dtype.

    >>> torch.finfo(torch.float32).max
    >>> torch.finfo(x.dtype).max
    """
    if known(d, Dtype):
        return float(d.max)
    return float(tf.as_dtype(d).max)


@match("torch.iinfo(d).max")
def highest_integer(d) -> int:
    """The greatest integer of a dtype.

    >>> torch.iinfo(torch.int64).max
    >>> torch.iinfo(a.dtype).max
    """
    if known(d, Dtype):
        return int(d.max)
    return int(tf.as_dtype(d).max)


@match("torch.finfo(d).min")
def lowest(d) -> float:
    """The least number of a dtype.

    >>> torch.finfo(torch.float32).min
    >>> torch.finfo(x.dtype).min
    """
    if known(d, Dtype):
        return float(d.min)
    return float(tf.as_dtype(d).min)


@match("torch.iinfo(d).min")
def lowest_integer(d) -> int:
    """The least integer of a dtype.

    >>> torch.iinfo(torch.int64).min
    >>> torch.iinfo(a.dtype).min
    """
    if known(d, Dtype):
        return int(d.min)
    return int(tf.as_dtype(d).min)


@match("torch.finfo(d).eps")
def epsilon(d) -> float:
    """The step from 1 to the next number of a dtype.

    >>> torch.finfo(torch.float32).eps
    >>> torch.finfo(x.dtype).eps
    """
    if known(d, Dtype):
        return float(np.finfo(d.as_numpy_dtype).eps)
    return float(np.finfo(tf.as_dtype(d).as_numpy_dtype).eps)


@match("torch.finfo(d).tiny", "torch.finfo(d).smallest_normal")
def tiny(d) -> float:
    """The least positive number of a dtype that has all its digits.

    >>> torch.finfo(torch.float32).tiny
    >>> torch.finfo(x.dtype).smallest_normal
    """
    if known(d, Dtype):
        return float(np.finfo(d.as_numpy_dtype).tiny)
    return float(np.finfo(tf.as_dtype(d).as_numpy_dtype).tiny)


@port("torch.Size")
def new_size(sizes=()) -> Size:
    """A shape. TensorFlow's own class takes no -1.

    >>> torch.Size([2, 3])
    >>> torch.distributions.Normal(x, 1.0).sample(torch.Size([2]))
    """
    return tuple(sizes)


@port("torch.preserve_format", "torch.contiguous_format", "torch.channels_last")
def memory_format() -> Nothing:
    """None: TensorFlow has one way to lay a tensor out, and its functions take none.

    >>> torch.preserve_format
    """
    return None
