"""Normalisation: layers, and their forms as functions."""

import math

import numpy as np
import tensorflow as tf

from porter.rule import (
    Float,
    IntParameter,
    Module,
    Parameter,
    SameShape,
    Unsupported,
    block,
    port,
)
from rules.linear import ModalLayer, Weighted
from rules.padding import sizes


@block
def normalized(x, axes, weight=None, bias=None, eps=1e-5, dims=0):
    """x with mean 0 and variance 1 over the axes, then scaled and shifted.

    `weight` and `bias` belong to the channels, which have `dims` dimensions behind them.
    """
    mean, variance = tf.nn.moments(x, axes, keepdims=True)
    return scaled((x - mean) * tf.math.rsqrt(variance + eps), weight, bias, dims)


@block
def scaled(x, weight=None, bias=None, dims=0):
    """x * weight + bias, which have `dims` dimensions of x behind theirs."""
    if weight is not None:
        x *= tf.reshape(weight, [*weight.shape, *[1] * dims])
    return x if bias is None else x + tf.reshape(bias, [*bias.shape, *[1] * dims])


@block
def standardized(x, mean, variance, weight=None, bias=None, eps=1e-5):
    """x with these means and variances of its channels brought to 0 and 1, scaled and shifted."""
    dims = len(x.shape) - 2
    mean, variance = (tf.reshape(value, [-1, *[1] * dims]) for value in (mean, variance))
    return scaled((x - mean) * tf.math.rsqrt(variance + eps), weight, bias, dims)


@block
def gradients_of(function, values, grad):
    """The gradients of function(*values) at the values, computed now."""
    with tf.GradientTape() as tape:
        tape.watch(values)
        found = function(*values)
    return tape.gradient(found, values, grad)


@block
def batch_axes(x):
    """All axes but that of the channels."""
    return [0, *range(2, len(x.shape))]


@block
def last_axes(shape):
    """The axes that a normalized_shape stands for: the last ones."""
    return list(range(-len(sizes(shape, 1)), 0))


@block
class BatchNorm(Weighted, ModalLayer):
    """Normalises each channel over the batch; in evaluation mode by its running statistics."""

    weight: Parameter
    bias: Parameter
    running_mean: Parameter
    running_var: Parameter
    num_batches_tracked: IntParameter

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True):
        super().__init__()
        self.eps, self.momentum, self.track_running_stats = eps, momentum, track_running_stats
        self.num_features = num_features
        size = (int(num_features),)
        self.weight = self.add_weight(size, "ones", name="weight") if affine else None
        self.bias = self.add_weight(size, "zeros", name="bias") if affine else None
        self.running_mean = self.running_var = self.num_batches_tracked = None
        if track_running_stats:
            self.running_mean = self.add_weight(size, "zeros", trainable=False, name="running_mean")
            self.running_var = self.add_weight(size, "ones", trainable=False, name="running_var")
            self.num_batches_tracked = self.add_weight(
                (), "zeros", dtype="int64", trainable=False, name="num_batches_tracked"
            )
        self._complete()

    def axes(self, x):
        return batch_axes(x)

    def call(self, x):
        dims = len(x.shape) - 2
        if self.training and self.track_running_stats:
            self.track(x)
        if self.training or not self.track_running_stats:
            return normalized(x, self.axes(x), self.weight, self.bias, self.eps, dims)
        return self.evaluated(x)

    def evaluated(self, x):
        """x by the running statistics. The gradient reads them anew, as torch's does: another
        batch may have moved them since."""

        def run(x, *affine):  # behind Keras's casts, if it is for the gradient
            statistics = (tf.cast(s, x.dtype) for s in (self.running_mean, self.running_var))
            return standardized(x, *statistics, *affine, eps=self.eps)

        def gradient_of(x, *affine):
            return run(x, *affine), lambda grad: gradients_of(run, (x, *affine), grad)

        affine = () if self.weight is None else (self.weight, self.bias)
        return tf.custom_gradient(gradient_of)(x, *map(tf.convert_to_tensor, affine))

    def track(self, x):
        """Move the running statistics towards those of x; its variance is the unbiased one."""
        axes = self.axes(x)
        mean, variance = tf.nn.moments(tf.stop_gradient(x), axes)
        count = tf.cast(tf.reduce_prod(tf.gather(tf.shape(x), axes)), x.dtype)
        variance *= count / (count - 1)
        if len(mean.shape) == 2:  # a mean for each example, of InstanceNorm
            mean, variance = tf.reduce_mean(mean, 0), tf.reduce_mean(variance, 0)
        momentum = self.step(x.dtype)
        self.running_mean.assign((1 - momentum) * self.running_mean + momentum * mean)
        self.running_var.assign((1 - momentum) * self.running_var + momentum * variance)

    def step(self, dtype):
        """How much the new statistics count: as much as each before where there is no momentum."""
        self.num_batches_tracked.assign_add(1)
        if self.momentum is None:
            return 1 / tf.cast(self.num_batches_tracked, dtype)
        return self.momentum


@port("torch.nn.BatchNorm1d", harmless=("device",))
class BatchNorm1d(BatchNorm):
    """torch.nn.BatchNorm1d.

    >>> nn.BatchNorm1d(3)(x)
    >>> nn.BatchNorm1d(3, affine=False, track_running_stats=False)(x)
    """


@port("torch.nn.BatchNorm2d", harmless=("device",))
class BatchNorm2d(BatchNorm):
    """torch.nn.BatchNorm2d.

    >>> nn.BatchNorm2d(2, momentum=None)(x.reshape(2, 2, 3, 1))
    """


@port("torch.nn.BatchNorm3d", harmless=("device",))
class BatchNorm3d(BatchNorm):
    """torch.nn.BatchNorm3d.

    >>> nn.BatchNorm3d(2, eps=0.1)(x.reshape(2, 2, 3, 1, 1))
    """


@block
class InstanceNorm(BatchNorm):
    """Normalises each channel of each example; `dims` are the dimensions behind the channels."""

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats)

    def axes(self, x):
        return list(range(2, len(x.shape)))

    def step(self, dtype):
        return self.momentum or 0.0  # torch counts no batches here

    def evaluated(self, x):
        """x by the running statistics, as they are now: torch repeats them for each example."""
        return standardized(
            x, self.running_mean, self.running_var, self.weight, self.bias, self.eps
        )

    def call(self, x):
        return super().call(x) if len(x.shape) == self.dims + 2 else super().call(x[None])[0]


@port("torch.nn.InstanceNorm1d", harmless=("device",))
class InstanceNorm1d(InstanceNorm):
    """torch.nn.InstanceNorm1d.

    >>> nn.InstanceNorm1d(4)(x)
    """

    dims = 1


@port("torch.nn.InstanceNorm2d", harmless=("device",))
class InstanceNorm2d(InstanceNorm):
    """torch.nn.InstanceNorm2d.

    >>> nn.InstanceNorm2d(2, affine=True)(x.reshape(1, 2, 2, 3))
    """

    dims = 2


@port("torch.nn.InstanceNorm3d", harmless=("device",))
class InstanceNorm3d(InstanceNorm):
    """torch.nn.InstanceNorm3d.

    >>> nn.InstanceNorm3d(2)(x.reshape(1, 2, 2, 3, 1))
    """

    dims = 3


@port("torch.nn.LayerNorm", harmless=("device",))
class LayerNorm(Weighted):
    """torch.nn.LayerNorm: normalises the last dimensions, those of normalized_shape.

    >>> nn.LayerNorm(3)(x)
    >>> nn.LayerNorm((4, 3), elementwise_affine=False)(x)
    """

    weight: Parameter
    bias: Parameter

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True):
        super().__init__()
        self.eps, self.axes = eps, last_axes(normalized_shape)
        shape = sizes(normalized_shape, 1)
        self.weight = self.add_weight(shape, "ones", name="weight") if elementwise_affine else None
        self.bias = (
            self.add_weight(shape, "zeros", name="bias") if elementwise_affine and bias else None
        )
        self._complete()

    def call(self, x):
        return normalized(x, self.axes, self.weight, self.bias, self.eps)


@port("torch.nn.RMSNorm", harmless=("device",))
class RMSNorm(Weighted):
    """torch.nn.RMSNorm: divides the last dimensions by the root of their mean square.

    >>> nn.RMSNorm(3)(x)
    """

    weight: Parameter

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True):
        super().__init__()
        self.eps, self.axes = eps, last_axes(normalized_shape)
        shape = sizes(normalized_shape, 1)
        self.weight = self.add_weight(shape, "ones", name="weight") if elementwise_affine else None
        self._complete()

    def call(self, x):
        return rms_normalized(x, self.axes, self.weight, self.eps)


@block
def rms_normalized(x, axes, weight=None, eps=None):
    """x divided by the root of its mean square over the axes."""
    eps = np.finfo(tf.as_dtype(x.dtype).as_numpy_dtype).eps if eps is None else eps
    mean = tf.reduce_mean(tf.square(x), axes, keepdims=True)
    return scaled(x * tf.math.rsqrt(mean + eps), weight)


@port("torch.nn.GroupNorm", harmless=("device",))
class GroupNorm(Weighted):
    """torch.nn.GroupNorm: normalises groups of channels of each example.

    >>> nn.GroupNorm(2, 4)(x.reshape(1, 4, 3))
    """

    weight: Parameter
    bias: Parameter

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True):
        super().__init__()
        self.num_groups, self.eps = num_groups, eps
        self.weight = self.add_weight((num_channels,), "ones", name="weight") if affine else None
        self.bias = self.add_weight((num_channels,), "zeros", name="bias") if affine else None
        self._complete()

    def call(self, x):
        return group_normalized(x, self.num_groups, self.weight, self.bias, self.eps)


@block
def group_normalized(x, groups, weight=None, bias=None, eps=1e-5):
    """x with its channels normalised in groups, each example by itself."""
    y = tf.reshape(x, [-1, groups, math.prod(x.shape[1:]) // groups])
    y = tf.reshape(normalized(y, [2], eps=eps), tf.shape(x))
    return scaled(y, weight, bias, len(x.shape) - 2)


@port("torch.nn.functional.batch_norm")
def batch_norm(
    input: Float, running_mean, running_var, weight=None, bias=None, training=False,
    momentum=0.1, eps=1e-5,
) -> SameShape:  # fmt: skip
    """The channels normalised: by the statistics that are given, or over the batch.

    >>> F.batch_norm(x, y[0], y[1] ** 2, q[0], q[1], eps=0.1)
    >>> F.batch_norm(x, None, None, training=True)
    """
    del momentum
    if training and (running_mean is not None or running_var is not None):
        raise Unsupported("it changes running_mean and running_var in place: use nn.BatchNorm")
    if training:
        return normalized(
            input, batch_axes(input), weight=weight, bias=bias, eps=eps, dims=len(input.shape) - 2
        )
    return standardized(input, running_mean, running_var, weight=weight, bias=bias, eps=eps)


@port("torch.nn.functional.instance_norm")
def instance_norm(
    input: Float, running_mean=None, running_var=None, weight=None, bias=None,
    use_input_stats=True, momentum=0.1, eps=1e-5,
) -> SameShape:  # fmt: skip
    """Each channel of each example normalised.

    >>> F.instance_norm(x.reshape(1, 4, 3))
    """
    del momentum
    if running_mean is not None or running_var is not None or use_input_stats != True:  # noqa: E712
        raise Unsupported("with running statistics it changes them in place: use nn.InstanceNorm")
    return normalized(
        input, list(range(2, len(input.shape))), weight=weight, bias=bias, eps=eps,
        dims=len(input.shape) - 2,
    )  # fmt: skip


@port("torch.nn.functional.layer_norm", "torch.layer_norm")
def layer_norm(input: Float, normalized_shape, weight=None, bias=None, eps=1e-5) -> SameShape:
    """The last dimensions normalised, those of normalized_shape.

    >>> F.layer_norm(x, (3,))
    >>> F.layer_norm(x, [4, 3], weight=y)
    """
    return normalized(input, last_axes(normalized_shape), weight=weight, bias=bias, eps=eps)


@port("torch.nn.functional.rms_norm", "torch.rms_norm")
def rms_norm(input: Float, normalized_shape, weight=None, eps=None) -> SameShape:
    """The last dimensions divided by the root of their mean square.

    >>> F.rms_norm(x, (3,))
    """
    return rms_normalized(input, last_axes(normalized_shape), weight=weight, eps=eps)


@port("torch.nn.functional.group_norm")
def group_norm(input: Float, num_groups, weight=None, bias=None, eps=1e-5) -> SameShape:
    """The channels normalised in groups.

    >>> F.group_norm(x, 1)
    >>> F.group_norm(x.reshape(1, 4, 3), 2, weight=x[:, 0])
    """
    return group_normalized(input, num_groups, weight=weight, bias=bias, eps=eps)


@port("torch.nn.SyncBatchNorm", "torch.nn.CrossMapLRN2d")
def other_norm(*args, **kwargs) -> Module:
    """Statistics over several processes, or a formula of old networks.

    Not proven: it is refused.
    """
    raise Unsupported("use nn.BatchNorm or nn.LocalResponseNorm")
