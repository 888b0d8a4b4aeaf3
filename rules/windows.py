"""Windows for the Fourier transform. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import Tensor, Unsupported, Vector, block, known, port


@block
def cosine_window(length, periodic, dtype, *weights):
    """The sum of cosines; tf.signal's windows of odd lengths are never periodic."""
    steps = length if periodic else length - 1
    angle = tf.range(length, dtype=dtype) * (2 * math.pi / max(steps, 1))
    window = sum(weight * tf.cos(i * angle) for i, weight in enumerate(weights))
    return tf.ones([1], dtype) if length == 1 else window


@port("torch.hann_window")
def hann_window(window_length, periodic=True, *, dtype=None, device=None) -> Vector:
    """The Hann window.

    >>> torch.hann_window(8)
    >>> torch.hann_window(7)
    >>> torch.hann_window(8, False)
    >>> torch.hann_window(8, periodic=False, dtype=torch.float64)
    >>> torch.hann_window(1)
    """
    del device  # TensorFlow places tensors itself
    if known(window_length, Tensor):
        raise Unsupported("a length in a tensor")
    if dtype is not None:
        return cosine_window(window_length, periodic, dtype, 0.5, -0.5)
    return cosine_window(window_length, periodic, tf.float32, 0.5, -0.5)


@port("torch.hamming_window")
def hamming_window(
    window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None
) -> Vector:
    """The Hamming window.

    >>> torch.hamming_window(8)
    >>> torch.hamming_window(7, False)
    >>> torch.hamming_window(8, True, 0.6, 0.4, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if known(window_length, Tensor):
        raise Unsupported("a length in a tensor")
    if dtype is not None:
        return cosine_window(window_length, periodic, dtype, alpha, -beta)
    return cosine_window(window_length, periodic, tf.float32, alpha, -beta)


@port("torch.blackman_window")
def blackman_window(window_length, periodic=True, *, dtype=None, device=None) -> Vector:
    """The Blackman window.

    >>> torch.blackman_window(8)
    >>> torch.blackman_window(7, False)
    >>> torch.blackman_window(9, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if known(window_length, Tensor):
        raise Unsupported("a length in a tensor")
    if dtype is not None:
        return cosine_window(window_length, periodic, dtype, 0.42, -0.5, 0.08)
    return cosine_window(window_length, periodic, tf.float32, 0.42, -0.5, 0.08)


@port("torch.signal.windows.hann")
def symmetric_hann(M, *, sym=True, dtype=None, device=None) -> Vector:
    """The Hann window, symmetric if nothing else is said.

    >>> torch.signal.windows.hann(8)
    >>> torch.signal.windows.hann(7, sym=False, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if known(M, Tensor):
        raise Unsupported("a length in a tensor")
    if dtype is not None:
        return cosine_window(M, not sym, dtype, 0.5, -0.5)
    return cosine_window(M, not sym, tf.float32, 0.5, -0.5)


@port("torch.signal.windows.hamming")
def symmetric_hamming(M, *, sym=True, dtype=None, device=None) -> Vector:
    """The Hamming window, symmetric if nothing else is said.

    >>> torch.signal.windows.hamming(8)
    >>> torch.signal.windows.hamming(7, sym=False, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if known(M, Tensor):
        raise Unsupported("a length in a tensor")
    if dtype is not None:
        return cosine_window(M, not sym, dtype, 0.54, -0.46)
    return cosine_window(M, not sym, tf.float32, 0.54, -0.46)


@port("torch.signal.windows.blackman")
def symmetric_blackman(M, *, sym=True, dtype=None, device=None) -> Vector:
    """The Blackman window, symmetric if nothing else is said.

    >>> torch.signal.windows.blackman(8)
    >>> torch.signal.windows.blackman(7, sym=False, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if known(M, Tensor):
        raise Unsupported("a length in a tensor")
    if dtype is not None:
        return cosine_window(M, not sym, dtype, 0.42, -0.5, 0.08)
    return cosine_window(M, not sym, tf.float32, 0.42, -0.5, 0.08)
