"""torch.nn.functional's pools. Each body is a template; rules/pool.py has the blocks."""

from porter.rule import Int, SameShape, Tensor, Unsupported, known, port
from rules.pool import adaptive_pool, avg_pool, lp_pool, max_pool


@port("torch.nn.functional.max_pool1d", "torch.max_pool1d")
def max_pool1d(
    input: Tensor, kernel_size, stride=None, padding=0, dilation=1,
    ceil_mode=False, return_indices=False,
) -> SameShape:  # fmt: skip
    """The largest of each window.

    >>> F.max_pool1d(x, 2)
    >>> F.max_pool1d(x, 2, 1, 1, ceil_mode=True)
    """
    if return_indices:
        raise Unsupported("TensorFlow's pools give no indices")
    return max_pool(input, kernel_size, stride=stride, padding=padding, ceil_mode=ceil_mode, dims=1)


@port("torch.nn.functional.max_pool2d", "torch.max_pool2d")
def max_pool2d(
    input: Tensor, kernel_size, stride=None, padding=0, dilation=1,
    ceil_mode=False, return_indices=False,
) -> SameShape:  # fmt: skip
    """The largest of each window.

    >>> F.max_pool2d(x.unsqueeze(0), 2)
    >>> F.max_pool2d(x.unsqueeze(0), 2, 1, 1, ceil_mode=True)
    """
    if return_indices:
        raise Unsupported("TensorFlow's pools give no indices")
    return max_pool(input, kernel_size, stride=stride, padding=padding, ceil_mode=ceil_mode, dims=2)


@port("torch.nn.functional.max_pool3d", "torch.max_pool3d")
def max_pool3d(
    input: Tensor, kernel_size, stride=None, padding=0, dilation=1,
    ceil_mode=False, return_indices=False,
) -> SameShape:  # fmt: skip
    """The largest of each window.

    >>> F.max_pool3d(x.reshape(1, 2, 2, 3), 2)
    >>> F.max_pool3d(x.reshape(1, 2, 2, 3), 2, 1, 1, ceil_mode=True)
    """
    if return_indices:
        raise Unsupported("TensorFlow's pools give no indices")
    return max_pool(input, kernel_size, stride=stride, padding=padding, ceil_mode=ceil_mode, dims=3)


@port("torch.nn.functional.avg_pool1d", "torch.avg_pool1d")
def avg_pool1d(
    input: Tensor, kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True,
) -> SameShape:  # fmt: skip
    """The mean of each window.

    >>> F.avg_pool1d(x, 2)
    >>> F.avg_pool1d(x, 2, 1, 1, count_include_pad=False)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return avg_pool(
        input, kernel_size, stride=stride, padding=padding, ceil_mode=ceil_mode,
        count_include_pad=count_include_pad, dims=1,
    )  # fmt: skip


@port("torch.nn.functional.avg_pool2d")
def avg_pool2d(
    input: Tensor, kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override=None,
) -> SameShape:  # fmt: skip
    """The mean of each window.

    >>> F.avg_pool2d(x.unsqueeze(0), 2)
    >>> F.avg_pool2d(x.unsqueeze(0), 2, 1, 1, count_include_pad=False)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return avg_pool(
        input, kernel_size, stride=stride, padding=padding, ceil_mode=ceil_mode,
        count_include_pad=count_include_pad, divisor_override=divisor_override, dims=2,
    )  # fmt: skip


@port("torch.nn.functional.avg_pool3d")
def avg_pool3d(
    input: Tensor, kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override=None,
) -> SameShape:  # fmt: skip
    """The mean of each window.

    >>> F.avg_pool3d(x.reshape(1, 2, 2, 3), 2)
    >>> F.avg_pool3d(x.reshape(1, 2, 2, 3), 2, 1, 1, count_include_pad=False)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return avg_pool(
        input, kernel_size, stride=stride, padding=padding, ceil_mode=ceil_mode,
        count_include_pad=count_include_pad, divisor_override=divisor_override, dims=3,
    )  # fmt: skip


@port("torch.nn.functional.adaptive_avg_pool1d", "torch.adaptive_avg_pool1d")
def adaptive_avg_pool1d(input: Tensor, output_size) -> SameShape:
    """The means of windows of nearly equal size.

    >>> F.adaptive_avg_pool1d(x, 2)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return adaptive_pool(input, "AVG", output_size, dims=1)


@port("torch.nn.functional.adaptive_max_pool1d")
def adaptive_max_pool1d(input: Tensor, output_size, return_indices=False) -> SameShape:
    """The largest of windows of nearly equal size.

    >>> F.adaptive_max_pool1d(x, 2)
    """
    if return_indices:
        raise Unsupported("TensorFlow's pools give no indices")
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return adaptive_pool(input, "MAX", output_size, dims=1)


@port("torch.nn.functional.lp_pool1d")
def lp_pool1d(input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False) -> SameShape:
    """The p-norm of each window.

    >>> F.lp_pool1d(x, 2, 2)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return lp_pool(input, norm_type, kernel_size, stride=stride, ceil_mode=ceil_mode, dims=1)


@port("torch.nn.functional.adaptive_avg_pool2d")
def adaptive_avg_pool2d(input: Tensor, output_size) -> SameShape:
    """The means of windows of nearly equal size.

    >>> F.adaptive_avg_pool2d(x.unsqueeze(0), 2)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return adaptive_pool(input, "AVG", output_size, dims=2)


@port("torch.nn.functional.adaptive_max_pool2d")
def adaptive_max_pool2d(input: Tensor, output_size, return_indices=False) -> SameShape:
    """The largest of windows of nearly equal size.

    >>> F.adaptive_max_pool2d(x.unsqueeze(0), 2)
    """
    if return_indices:
        raise Unsupported("TensorFlow's pools give no indices")
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return adaptive_pool(input, "MAX", output_size, dims=2)


@port("torch.nn.functional.lp_pool2d")
def lp_pool2d(input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False) -> SameShape:
    """The p-norm of each window.

    >>> F.lp_pool2d(x.unsqueeze(0), 2, 2)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return lp_pool(input, norm_type, kernel_size, stride=stride, ceil_mode=ceil_mode, dims=2)


@port("torch.nn.functional.adaptive_avg_pool3d")
def adaptive_avg_pool3d(input: Tensor, output_size) -> SameShape:
    """The means of windows of nearly equal size.

    >>> F.adaptive_avg_pool3d(x.reshape(1, 2, 2, 3), 2)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return adaptive_pool(input, "AVG", output_size, dims=3)


@port("torch.nn.functional.adaptive_max_pool3d")
def adaptive_max_pool3d(input: Tensor, output_size, return_indices=False) -> SameShape:
    """The largest of windows of nearly equal size.

    >>> F.adaptive_max_pool3d(x.reshape(1, 2, 2, 3), 2)
    """
    if return_indices:
        raise Unsupported("TensorFlow's pools give no indices")
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return adaptive_pool(input, "MAX", output_size, dims=3)


@port("torch.nn.functional.lp_pool3d")
def lp_pool3d(input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False) -> SameShape:
    """The p-norm of each window.

    >>> F.lp_pool3d(x.reshape(1, 2, 2, 3), 2, 2)
    """
    if known(input, Int):
        raise Unsupported("TensorFlow pools floats")
    return lp_pool(input, norm_type, kernel_size, stride=stride, ceil_mode=ceil_mode, dims=3)


@port(
    "torch.nn.MaxUnpool1d", "torch.nn.MaxUnpool2d", "torch.nn.MaxUnpool3d",
    "torch.nn.functional.max_unpool1d", "torch.nn.functional.max_unpool2d",
    "torch.nn.functional.max_unpool3d",
)  # fmt: skip
def unpool(*args, **kwargs) -> Tensor:
    """It takes the indices that a pool gave.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's pools give no indices that it could take")


@port(
    "torch.nn.FractionalMaxPool2d", "torch.nn.FractionalMaxPool3d",
    "torch.nn.functional.fractional_max_pool2d", "torch.nn.functional.fractional_max_pool3d",
)  # fmt: skip
def fractional_pool(*args, **kwargs) -> Tensor:
    """Windows that are drawn.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow draws its fractional windows in another way")
