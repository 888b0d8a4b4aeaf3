"""Sliding windows of images as columns, and columns added up to images."""

import math

import tensorflow as tf

from porter.rule import Tensor, block, port
from rules.conv import convolve_transposed
from rules.linear import Layer
from rules.padding import sizes


@block
def unfolded(x, kernel_size, dilation=1, padding=0, stride=1):
    """The windows of images: (batch, channels * window, windows), or without the batch."""
    if len(x.shape) == 3:
        return unfolded(x[None], kernel_size, dilation, padding, stride)[0]
    kernel, step, added, stride = (sizes(v, 2) for v in (kernel_size, dilation, padding, stride))
    x = tf.pad(x, [[0, 0], [0, 0], *[(size, size) for size in added]])
    count = [
        (n - d * (k - 1) - 1) // s + 1 for n, d, k, s in zip(x.shape[2:], step, kernel, stride)
    ]
    rows, columns = (
        [range(i * d, i * d + s * (n - 1) + 1, s) for i in range(k)]
        for k, d, s, n in zip(kernel, step, stride, count)
    )
    x = tf.gather(x, [list(row) for row in rows], axis=2)
    x = tf.gather(x, [list(column) for column in columns], axis=4)
    x = tf.transpose(x, [0, 1, 2, 4, 3, 5])
    return tf.reshape(x, [-1, x.shape[1] * math.prod(kernel), math.prod(count)])


@block
def folded(x, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Images from columns, overlapping elements added up: a transposed convolution with ones."""
    if len(x.shape) == 2:
        return folded(x[None], output_size, kernel_size, dilation, padding, stride)[0]
    size, kernel, step = sizes(output_size, 2), sizes(kernel_size, 2), sizes(dilation, 2)
    padding, stride, window = sizes(padding, 2), sizes(stride, 2), math.prod(kernel)
    parts = zip(size, padding, step, kernel, stride)
    count = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, p, d, k, s in parts]
    whole = [
        (c - 1) * s - 2 * p + d * (k - 1) + 1
        for c, s, p, d, k in zip(count, stride, padding, step, kernel)
    ]
    channels = x.shape[1] // window
    y = tf.reshape(x, [-1, window, *count])  # each channel is an image of its own
    ones = tf.reshape(tf.eye(window, dtype=x.dtype), [window, 1, *kernel])
    missing = [n - w for n, w in zip(size, whole)]
    y = convolve_transposed(y, ones, None, stride, padding, missing, 1, step)
    return tf.reshape(y, [-1, channels, *size])


@port("torch.nn.functional.unfold")
def unfold_images(input: Tensor, kernel_size, dilation=1, padding=0, stride=1) -> Tensor:
    """The windows of images as columns.

    >>> F.unfold(x.reshape(1, 1, 4, 3), 2)
    >>> F.unfold(x.reshape(1, 1, 4, 3), (2, 1), padding=1, stride=2)
    """
    return unfolded(input, kernel_size, dilation=dilation, padding=padding, stride=stride)


@port("torch.nn.functional.fold")
def fold_images(input: Tensor, output_size, kernel_size, dilation=1, padding=0, stride=1) -> Tensor:
    """Images from columns, overlapping elements added up.

    >>> F.fold(x.reshape(1, 4, 3), (2, 4), 2)
    """
    return folded(
        input, output_size, kernel_size, dilation=dilation, padding=padding, stride=stride
    )


@port("torch.nn.Unfold")
class Unfold(Layer):
    """torch.nn.Unfold: the windows of images as columns.

    >>> nn.Unfold(2)(x.reshape(1, 1, 4, 3))
    """

    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.options = kernel_size, dilation, padding, stride

    def call(self, x) -> Tensor:
        return unfolded(x, *self.options)


@port("torch.nn.Fold")
class Fold(Layer):
    """torch.nn.Fold: images from columns, overlapping elements added up.

    >>> nn.Fold((2, 4), 2)(x.reshape(1, 4, 3))
    """

    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.options = output_size, kernel_size, dilation, padding, stride

    def call(self, x) -> Tensor:
        return folded(x, *self.options)
