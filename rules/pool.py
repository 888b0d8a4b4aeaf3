"""Pooling: the largest or the mean of windows, as layers; rules/pool_functions.py has functions.

Channels and batch are one dimension for a pool, so nothing is transposed.
"""

import math

import tensorflow as tf

from porter.rule import block, port
from rules.linear import Layer
from rules.norms import finite_pow
from rules.padding import sizes


@block
def pool(x, kind, kernel, stride, dilation=(1, 1, 1)):
    """tf.nn.pool over the last dimensions, whatever is before them; nothing is padded."""
    dims, shape = len(kernel), tf.shape(x)
    if dims == 1:
        return pool(x[..., None], kind, (*kernel, 1), (*stride, 1), (*dilation, 1))[..., 0]
    if dims == 3:  # TensorFlow has no pool of three dimensions for float64
        x = pool(x, kind, kernel[1:], stride[1:], dilation[1:])
        height, width = x.shape[-2:]
        flat = tf.reshape(x, tf.concat([shape[:-2], [height * width]], 0))
        flat = pool(flat, kind, (kernel[0], 1), (stride[0], 1), (dilation[0], 1))
        return tf.reshape(flat, tf.concat([tf.shape(flat)[:-1], [height, width]], 0))
    y = tf.reshape(x, [-1, *x.shape[-2:], 1])
    if max(dilation[:2]) > 1:  # TensorFlow has either dilation or strides
        y = tf.nn.pool(y, kernel, kind, (1, 1), "VALID", dilations=dilation[:2])
        y = y[:, :: stride[0], :: stride[1]]
    else:
        y = (tf.nn.max_pool if kind == "MAX" else tf.nn.avg_pool)(y, kernel, stride, "VALID")
    return tf.reshape(y, tf.concat([shape[:-2], y.shape[1:3]], 0))


@block
def overhang(length, kernel, stride, padding, ceil_mode):
    """How far the last window reaches beyond the padding with ceil_mode."""
    extra = -(length + 2 * padding - kernel) % stride if ceil_mode else 0
    last = length + 2 * padding + extra - kernel  # it may not begin in the padding at the end
    return 0 if last >= length + padding else extra


@block
def pad_windows(x, windows, value):
    """The last dimensions, padded for windows of (kernel, stride, padding, extra)."""
    none = [[0, 0]] * (len(x.shape) - len(windows))
    added = [[padding, padding + extra] for _, _, padding, extra in windows]
    return tf.pad(x, none + added, constant_values=tf.cast(value, x.dtype))


@block
def windows_of(x, kernel_size, stride, padding, ceil_mode, dims, dilation=1):
    """The windows of a pool along each dimension: (kernel, stride, padding, extra)."""
    kernel = sizes(kernel_size, dims)
    step, padding = sizes(stride or kernel, dims), sizes(padding, dims)
    reach = [d * (k - 1) + 1 for k, d in zip(kernel, sizes(dilation, dims))]
    parts = zip(x.shape[-dims:], reach, step, padding)
    extra = [overhang(length, r, s, p, ceil_mode) for length, r, s, p in parts]
    return list(zip(kernel, step, padding, extra))


@block
def max_pool(x, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, dims):
    """The largest of each window."""
    windows = windows_of(x, kernel_size, stride, padding, ceil_mode, dims, dilation)
    kernel, stride, *_ = zip(*windows)
    return pool(
        pad_windows(x, windows, tf.as_dtype(x.dtype).min),
        "MAX",
        kernel,
        stride,
        sizes(dilation, dims),
    )


@block
def avg_pool(
    x, kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override=None, *, dims,
):  # fmt: skip
    """The mean of each window; what reaches beyond the padding does not count."""
    windows = windows_of(x, kernel_size, stride, padding, ceil_mode, dims)
    kernel, stride, padding, extra = zip(*windows)
    y = pool(pad_windows(x, windows, 0), "AVG", kernel, stride)
    if divisor_override:
        return y * (math.prod(kernel) / divisor_override)
    if any(extra) or (any(padding) and not count_include_pad):
        ones = tf.ones([1, *x.shape[-dims:]], x.dtype)
        inside = [(k, s, p, 0) for k, s, p, _ in windows]
        ones = pad_windows(ones, inside, float(count_include_pad))
        beyond = [(k, s, 0, e) for k, s, _, e in windows]
        y /= tf.reshape(pool(pad_windows(ones, beyond, 0), "AVG", kernel, stride), y.shape[-dims:])
    return y


@block
def adaptive_pool(x, kind, output_size, *, dims):
    """Windows of nearly equal size, `output_size` of them: the last dimension first."""
    lead = list(range(len(x.shape) - dims))
    for size in reversed(sizes(output_size, dims)):
        length = x.shape[-1]
        size = length if size is None else size
        ends = [(i * length // size, -(-(i + 1) * length // size)) for i in range(size)]
        parts = [pool(x[..., a:b], kind, (b - a,), (1,)) for a, b in ends]
        x = tf.concat(parts, -1)
        x = tf.transpose(x, [*lead, len(x.shape) - 1, *range(len(lead), len(x.shape) - 1)])
    return x


@block
def lp_pool(x, norm_type, kernel_size, stride=None, ceil_mode=False, *, dims):
    """The p-norm of each window."""
    mean = avg_pool(x**norm_type, kernel_size, stride, 0, ceil_mode, dims=dims)
    return finite_pow(mean * math.prod(sizes(kernel_size, dims)), 1 / norm_type)


@block
class MaxPool(Layer):
    """The largest of each window."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, *, ceil_mode=False):
        super().__init__()
        self.windows = kernel_size, stride, padding, dilation, ceil_mode

    def call(self, x):
        return max_pool(x, *self.windows, dims=self.dims)


@block
class AvgPool(Layer):
    """The mean of each window."""

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False,
        count_include_pad=True, divisor_override=None,
    ):  # fmt: skip
        super().__init__()
        self.windows = kernel_size, stride, padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def call(self, x):
        counted = self.count_include_pad, self.divisor_override
        return avg_pool(x, *self.windows, *counted, dims=self.dims)


@block
class AdaptivePool(Layer):
    """Windows of nearly equal size; `kind` is MAX or AVG."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def call(self, x):
        return adaptive_pool(x, self.kind, self.output_size, dims=self.dims)


@block
class LPPool(Layer):
    """The p-norm of each window."""

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type, self.kernel_size = norm_type, kernel_size
        self.stride, self.ceil_mode = stride, ceil_mode

    def call(self, x):
        return lp_pool(
            x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode, dims=self.dims
        )


@port("torch.nn.MaxPool1d")
class MaxPool1d(MaxPool):
    """torch.nn.MaxPool1d.

    >>> nn.MaxPool1d(2)(x)
    >>> nn.MaxPool1d(2, 1, 1, ceil_mode=True)(x)
    """

    dims = 1


@port("torch.nn.MaxPool2d")
class MaxPool2d(MaxPool):
    """torch.nn.MaxPool2d.

    >>> nn.MaxPool2d(2)(x.unsqueeze(0))
    >>> nn.MaxPool2d(2, 1, 1, ceil_mode=True)(x.unsqueeze(0))
    """

    dims = 2


@port("torch.nn.MaxPool3d")
class MaxPool3d(MaxPool):
    """torch.nn.MaxPool3d.

    >>> nn.MaxPool3d(2)(x.reshape(1, 2, 2, 3))
    >>> nn.MaxPool3d(2, 1, 1, ceil_mode=True)(x.reshape(1, 2, 2, 3))
    """

    dims = 3


@port("torch.nn.AvgPool1d")
class AvgPool1d(AvgPool):
    """torch.nn.AvgPool1d.

    >>> nn.AvgPool1d(2)(x)
    >>> nn.AvgPool1d(2, 1, 1, count_include_pad=False)(x)
    """

    dims = 1


@port("torch.nn.AvgPool2d")
class AvgPool2d(AvgPool):
    """torch.nn.AvgPool2d.

    >>> nn.AvgPool2d(2)(x.unsqueeze(0))
    >>> nn.AvgPool2d(2, 1, 1, count_include_pad=False)(x.unsqueeze(0))
    """

    dims = 2


@port("torch.nn.AvgPool3d")
class AvgPool3d(AvgPool):
    """torch.nn.AvgPool3d.

    >>> nn.AvgPool3d(2)(x.reshape(1, 2, 2, 3))
    >>> nn.AvgPool3d(2, 1, 1, count_include_pad=False)(x.reshape(1, 2, 2, 3))
    """

    dims = 3


@port("torch.nn.AdaptiveAvgPool1d")
class AdaptiveAvgPool1d(AdaptivePool):
    """torch.nn.AdaptiveAvgPool1d.

    >>> nn.AdaptiveAvgPool1d(2)(x)
    """

    dims = 1
    kind = "AVG"


@port("torch.nn.AdaptiveAvgPool2d")
class AdaptiveAvgPool2d(AdaptivePool):
    """torch.nn.AdaptiveAvgPool2d.

    >>> nn.AdaptiveAvgPool2d(2)(x.unsqueeze(0))
    """

    dims = 2
    kind = "AVG"


@port("torch.nn.AdaptiveAvgPool3d")
class AdaptiveAvgPool3d(AdaptivePool):
    """torch.nn.AdaptiveAvgPool3d.

    >>> nn.AdaptiveAvgPool3d(2)(x.reshape(1, 2, 2, 3))
    """

    dims = 3
    kind = "AVG"


@port("torch.nn.AdaptiveMaxPool1d")
class AdaptiveMaxPool1d(AdaptivePool):
    """torch.nn.AdaptiveMaxPool1d.

    >>> nn.AdaptiveMaxPool1d(2)(x)
    """

    dims = 1
    kind = "MAX"


@port("torch.nn.AdaptiveMaxPool2d")
class AdaptiveMaxPool2d(AdaptivePool):
    """torch.nn.AdaptiveMaxPool2d.

    >>> nn.AdaptiveMaxPool2d(2)(x.unsqueeze(0))
    """

    dims = 2
    kind = "MAX"


@port("torch.nn.AdaptiveMaxPool3d")
class AdaptiveMaxPool3d(AdaptivePool):
    """torch.nn.AdaptiveMaxPool3d.

    >>> nn.AdaptiveMaxPool3d(2)(x.reshape(1, 2, 2, 3))
    """

    dims = 3
    kind = "MAX"


@port("torch.nn.LPPool1d")
class LPPool1d(LPPool):
    """torch.nn.LPPool1d.

    >>> nn.LPPool1d(2, 2)(x)
    """

    dims = 1


@port("torch.nn.LPPool2d")
class LPPool2d(LPPool):
    """torch.nn.LPPool2d.

    >>> nn.LPPool2d(2, 2)(x.unsqueeze(0))
    """

    dims = 2


@port("torch.nn.LPPool3d")
class LPPool3d(LPPool):
    """torch.nn.LPPool3d.

    >>> nn.LPPool3d(2, 2)(x.reshape(1, 2, 2, 3))
    """

    dims = 3
