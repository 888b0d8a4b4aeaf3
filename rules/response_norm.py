"""Normalisation by what the channels beside respond."""

import tensorflow as tf

from porter.rule import Int, SameShape, Tensor, Unsupported, block, known, port
from rules.linear import Layer


@port("torch.nn.LocalResponseNorm")
class LocalResponseNorm(Layer):
    """torch.nn.LocalResponseNorm: divides by the mean square of `size` neighbouring channels.

    >>> nn.LocalResponseNorm(2)(x.unsqueeze(0))
    """

    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        super().__init__()
        self.options = size, alpha, beta, k

    def call(self, x):
        return locally_normalized(x, *self.options)


@block
def locally_normalized(x, size, alpha=1e-4, beta=0.75, k=1.0):
    """x divided by a power of the mean square of `size` neighbouring channels."""
    none = [[0, 0]] * (len(x.shape) - 2)
    squares = tf.pad(tf.square(x), [[0, 0], [size // 2, (size - 1) // 2], *none])
    mean = sum(squares[:, i : i + x.shape[1]] for i in range(size)) / size
    return x / (k + alpha * mean) ** beta


@port("torch.nn.functional.local_response_norm")
def local_response_norm(input: Tensor, size, alpha=1e-4, beta=0.75, k=1.0) -> SameShape:
    """x divided by a power of the mean square of `size` neighbouring channels.

    >>> F.local_response_norm(x.unsqueeze(0), 3)
    """
    if known(input, Int):
        raise Unsupported("torch rounds on the way")
    return locally_normalized(input, size, alpha=alpha, beta=beta, k=k)
