"""Plain values that torch offers: torch.pi, torch.inf, torch.__version__."""

import math

import tensorflow as tf

from porter.rule import Nothing, Text, port


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


@port("torch.inf")
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
