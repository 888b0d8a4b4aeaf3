"""Convolutions: the channels are put last for TensorFlow, whose CPU kernels take nothing else."""

import math

import tensorflow as tf

from porter.rule import Alike, Int, Parameter, SameShape, Tensor, Unsupported, block, known, port
from rules.linear import Weighted
from rules.padding import padded, sizes


@block
def dilated(kernel, dilation):
    """The kernel with zeros between its elements: not all of TensorFlow's kernels can do it."""
    for axis, step in enumerate(dilation):
        if step > 1:
            shape = kernel.shape.as_list()
            zeros = [tf.zeros_like(kernel)] * (step - 1)
            shape[axis] *= step
            kernel = tf.reshape(tf.stack([kernel, *zeros], axis + 1), shape)
            kernel = tf.gather(kernel, range(shape[axis] - step + 1), axis=axis)
    return kernel


@block
def sides(padding, kernel):
    """The padding before and after each dimension for a kernel of these sizes."""
    if padding == "same":
        return [((size - 1) // 2, size // 2) for size in kernel]
    return [(p, p) for p in sizes(0 if padding == "valid" else padding, len(kernel))]


@block
def convolve(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """A convolution with torch's layout: x is (batch, channels, …), or without the batch."""
    dims = len(weight.shape) - 2
    if len(x.shape) == dims + 1:
        return convolve(x[None], weight, bias, stride, padding, dilation, groups)[0]
    kernel = tf.transpose(weight, [*range(2, dims + 2), 1, 0])
    kernel = dilated(kernel, sizes(dilation, dims))
    x = tf.transpose(x, [0, *range(2, dims + 2), 1])
    x = tf.pad(x, [[0, 0], *sides(padding, kernel.shape[:dims]), [0, 0]])
    layout = ("NWC", "NHWC", "NDHWC")[dims - 1]
    parts = zip(tf.split(x, groups, -1), tf.split(kernel, groups, -1))
    stride = sizes(stride, dims)
    y = tf.concat([tf.nn.convolution(a, b, stride, "VALID", layout) for a, b in parts], -1)
    y = y if bias is None else y + bias
    return tf.transpose(y, [0, dims + 1, *range(1, dims + 1)])


@block
def convolve_transposed(
    x, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
):
    """A transposed convolution with torch's layout: x is (batch, channels, …), or without batch."""
    dims = len(weight.shape) - 2
    if len(x.shape) == dims + 1:
        options = stride, padding, output_padding, groups, dilation
        return convolve_transposed(x[None], weight, bias, *options)[0]
    kernel = tf.transpose(weight, [*range(2, dims + 2), 1, 0])
    kernel = dilated(kernel, sizes(dilation, dims))
    x = tf.transpose(x, [0, *range(2, dims + 2), 1])
    stride, padding = sizes(stride, dims), sizes(padding, dims)
    full = [(n - 1) * s + k for n, s, k in zip(x.shape[1:-1], stride, kernel.shape)]
    shape = [tf.shape(x)[0], *full, kernel.shape[-2]]
    layout = ("NWC", "NHWC", "NDHWC")[dims - 1]
    parts = zip(tf.split(x, groups, -1), tf.split(kernel, groups, -1))
    y = tf.concat(
        [tf.nn.conv_transpose(a, b, shape, stride, "VALID", layout) for a, b in parts], -1
    )
    extra = sizes(output_padding, dims)
    y = tf.pad(y, [[0, 0], *[(0, more) for more in extra], [0, 0]])
    inside = [slice(p, n - p + more) for p, n, more in zip(padding, full, extra)]
    y = y[(slice(None), *inside)]
    y = y if bias is None else y + bias
    return tf.transpose(y, [0, dims + 1, *range(1, dims + 1)])


@block
class Convolution(Weighted):
    """torch.nn.Conv1d to 3d, which say their number of dimensions `dims`."""

    weight: Parameter
    bias: Parameter

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
        groups=1, bias=True, padding_mode="zeros",
    ):  # fmt: skip
        super().__init__()
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size = sizes(kernel_size, self.dims)
        self.stride, self.dilation = sizes(stride, self.dims), sizes(dilation, self.dims)
        self.padding = padding if isinstance(padding, str) else sizes(padding, self.dims)
        self.groups, self.padding_mode = groups, padding_mode
        inputs = in_channels // groups
        bound = (inputs * math.prod(self.kernel_size)) ** -0.5
        self.weight = self.uniform("weight", (out_channels, inputs, *self.kernel_size), bound)
        self.bias = self.uniform("bias", (out_channels,), bound) if bias else None
        self._complete()

    def call(self, x):
        padding = self.padding
        if self.padding_mode != "zeros":
            widths = [d * (k - 1) + 1 for k, d in zip(self.kernel_size, self.dilation)]
            pairs = sides(padding, widths)[::-1]
            x = padded(x, [size for pair in pairs for size in pair], self.padding_mode)
            padding = 0
        options = self.stride, padding, self.dilation, self.groups
        return convolve(x, self.weight, self.bias, *options)


@block
class TransposedConvolution(Weighted):
    """torch.nn.ConvTranspose1d to 3d, which say their number of dimensions `dims`."""

    outputs = 1  # the dimension of the weight that has the outputs
    weight: Parameter
    bias: Parameter

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
        groups=1, bias=True, dilation=1,
    ):  # fmt: skip
        super().__init__()
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size = sizes(kernel_size, self.dims)
        self.stride, self.padding = sizes(stride, self.dims), sizes(padding, self.dims)
        self.output_padding = sizes(output_padding, self.dims)
        self.dilation, self.groups = sizes(dilation, self.dims), groups
        bound = (out_channels // groups * math.prod(self.kernel_size)) ** -0.5
        self.weight = self.uniform(
            "weight", (in_channels, out_channels // groups, *self.kernel_size), bound
        )
        self.bias = self.uniform("bias", (out_channels,), bound) if bias else None
        self._complete()

    def call(self, x):
        options = self.stride, self.padding, self.output_padding, self.groups, self.dilation
        return convolve_transposed(x, self.weight, self.bias, *options)


@port("torch.nn.Conv1d", harmless=("device",))
class Conv1d(Convolution):
    """torch.nn.Conv1d.

    >>> nn.Conv1d(4, 2, 2)(x)
    >>> nn.Conv1d(4, 2, 3, padding="same", bias=False)(x)
    """

    dims = 1


@port("torch.nn.Conv2d", harmless=("device",))
class Conv2d(Convolution):
    """torch.nn.Conv2d.

    >>> nn.Conv2d(4, 2, (2, 1))(x.reshape(1, 4, 3, 1))
    >>> nn.Conv2d(4, 2, 3, padding="same", bias=False)(x.reshape(1, 4, 3, 1))
    """

    dims = 2


@port("torch.nn.Conv3d", harmless=("device",))
class Conv3d(Convolution):
    """torch.nn.Conv3d.

    >>> nn.Conv3d(1, 2, (1, 2, 3))(x.reshape(1, 1, 2, 2, 3))
    >>> nn.Conv3d(1, 2, 3, padding="same", bias=False)(x.reshape(1, 1, 2, 2, 3))
    """

    dims = 3


@port("torch.nn.ConvTranspose1d", harmless=("device",))
class ConvTranspose1d(TransposedConvolution):
    """torch.nn.ConvTranspose1d.

    >>> nn.ConvTranspose1d(4, 2, 2, stride=2, output_padding=1)(x)
    """

    dims = 1


@port("torch.nn.ConvTranspose2d", harmless=("device",))
class ConvTranspose2d(TransposedConvolution):
    """torch.nn.ConvTranspose2d.

    >>> nn.ConvTranspose2d(4, 2, (2, 1), stride=2, output_padding=1)(x.reshape(1, 4, 3, 1))
    """

    dims = 2


@port("torch.nn.ConvTranspose3d", harmless=("device",))
class ConvTranspose3d(TransposedConvolution):
    """torch.nn.ConvTranspose3d.

    >>> nn.ConvTranspose3d(1, 2, (1, 2, 3), stride=2, output_padding=1)(x.reshape(1, 1, 2, 2, 3))
    """

    dims = 3


@port(
    "torch.nn.functional.conv1d",
    "torch.conv1d",
    "torch.nn.functional.conv2d",
    "torch.conv2d",
    "torch.nn.functional.conv3d",
    "torch.conv3d",
)
def conv(
    input: Alike, weight: Alike, bias=None, stride=1, padding=0, dilation=1,
    groups=1,
) -> SameShape:  # fmt: skip
    """A convolution.

    >>> F.conv1d(x, y.reshape(3, 4, 1))
    >>> F.conv2d(x.reshape(1, 4, 3, 1), y.reshape(3, 4, 1, 1), y[0], stride=2, padding=1)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow convolves floats")
    return convolve(
        input, weight, bias=bias, stride=stride, padding=padding, dilation=dilation, groups=groups
    )


@port(
    "torch.nn.functional.conv_transpose1d",
    "torch.conv_transpose1d",
    "torch.nn.functional.conv_transpose2d",
    "torch.conv_transpose2d",
    "torch.nn.functional.conv_transpose3d",
    "torch.conv_transpose3d",
)
def conv_transpose(
    input: Tensor, weight: Tensor, bias=None, stride=1, padding=0,
    output_padding=0, groups=1, dilation=1,
) -> SameShape:  # fmt: skip
    """The gradient of a convolution as an operation of its own.

    >>> F.conv_transpose1d(x, y.reshape(4, 3, 1), stride=2)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow convolves floats")
    return convolve_transposed(
        input, weight, bias=bias, stride=stride, padding=padding,
        output_padding=output_padding, groups=groups, dilation=dilation,
    )  # fmt: skip
