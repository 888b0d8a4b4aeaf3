"""torch.distributions of a transformed random variable, and the transforms."""

import math

import numpy as np
import tensorflow as tf

from porter.rule import Promoted, Sequence, Tensor, Text, block, port
from rules.distributions import Distribution, broadcast_all, sum_rightmost


@port(
    "torch.distributions.constraints.real", "torch.distributions.constraints.positive",
    "torch.distributions.constraints.nonnegative", "torch.distributions.constraints.unit_interval",
    "torch.distributions.constraints.real_vector", "torch.distributions.constraints.simplex",
)  # fmt: skip
def constraint() -> Text:
    """The values that a transform takes or gives: nothing reads it, since nothing is checked.

    Not proven: the ported distributions don't use it.
    """
    return "unchecked"


@port("torch.distributions.constraints.interval")
def interval(lower_bound, upper_bound) -> Sequence:
    """The values that a transform takes or gives, from one bound to the other: nothing reads it.

    Not proven: the ported distributions don't use it.
    """
    return (lower_bound, upper_bound)


@port("torch.distributions.Transform", "torch.distributions.transforms.Transform")
class Transform:
    """torch.distributions.Transform: x = inv(y) is exact for the last y if cache_size is 1.

    >>> D.transforms.TanhTransform(cache_size=1)(x)
    >>> D.transforms.SigmoidTransform().inv(torch.sigmoid(x))
    """

    event_dim = 0
    sign = 1

    def __init__(self, cache_size=0):
        self.cache_size, self.last = cache_size, (None, None)

    def __call__(self, x: Tensor) -> Tensor:
        if self.cache_size and x is self.last[0]:
            return self.last[1]
        y = self._call(x)
        self.last = x, y
        return y

    def _call(self, x: Tensor) -> Tensor:
        raise NotImplementedError

    def _inverse(self, y: Tensor) -> Tensor:
        raise NotImplementedError

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        raise NotImplementedError

    def invert(self, y):
        if self.cache_size and y is self.last[1]:
            return self.last[0]
        x = self._inverse(y)
        self.last = x, y
        return x

    def detached(self, x):
        y = tf.stop_gradient(self(x))
        self.last = x, y
        return y

    def forward_shape(self, shape):
        return shape

    @property
    def inv(self):
        return InverseTransform(self)


@block
class InverseTransform(Transform):
    """The inverse of a transform."""

    def __init__(self, transform):
        self.inverse, self.event_dim = transform, transform.event_dim

    def __call__(self, x):
        return self.inverse.invert(x)

    def invert(self, y):
        return self.inverse(y)

    def log_abs_det_jacobian(self, x, y):
        return -self.inverse.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self.inverse.forward_shape(shape)

    @property
    def sign(self):
        return self.inverse.sign

    @property
    def inv(self):
        return self.inverse


@port("torch.distributions.TanhTransform", "torch.distributions.transforms.TanhTransform")
class TanhTransform(Transform):
    """torch.distributions.TanhTransform.

    >>> D.TanhTransform().log_abs_det_jacobian(x, torch.tanh(x))
    """

    def _call(self, x: Tensor) -> Tensor:
        return tf.tanh(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.atanh(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return 2 * (math.log(2) - x - tf.math.softplus(-2 * x))


@port("torch.distributions.ExpTransform", "torch.distributions.transforms.ExpTransform")
class ExpTransform(Transform):
    """torch.distributions.ExpTransform.

    >>> D.ExpTransform()(x)
    """

    def _call(self, x: Tensor) -> Tensor:
        return tf.exp(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.math.log(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return x


@port("torch.distributions.SigmoidTransform", "torch.distributions.transforms.SigmoidTransform")
class SigmoidTransform(Transform):
    """torch.distributions.SigmoidTransform: its values are clipped to (0, 1).

    >>> D.SigmoidTransform()(x)
    """

    def clipped(self, y):
        limits = np.finfo(y.dtype.as_numpy_dtype)
        return tf.clip_by_value(y, limits.tiny.item(), 1 - limits.eps.item())

    def _call(self, x: Tensor) -> Tensor:
        return self.clipped(tf.sigmoid(x))

    def _inverse(self, y: Tensor) -> Tensor:
        y = self.clipped(y)
        return tf.math.log(y) - tf.math.log1p(-y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return -tf.math.softplus(-x) - tf.math.softplus(x)


@port("torch.distributions.SoftplusTransform", "torch.distributions.transforms.SoftplusTransform")
class SoftplusTransform(Transform):
    """torch.distributions.SoftplusTransform.

    >>> D.SoftplusTransform()(x)
    """

    def _call(self, x: Tensor) -> Tensor:
        return tf.math.softplus(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.math.log(-tf.math.expm1(-y)) + y

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return -tf.math.softplus(-x)


@port("torch.distributions.AffineTransform", "torch.distributions.transforms.AffineTransform")
class AffineTransform(Transform):
    """torch.distributions.AffineTransform: loc + scale * x.

    >>> D.AffineTransform(1.0, y)(x)
    """

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size)
        self.loc, self.scale, self.event_dim = loc, scale, event_dim

    @property
    def sign(self):
        return tf.sign(self.scale)

    def _call(self, x: Tensor) -> Tensor:
        return self.loc + self.scale * x

    def _inverse(self, y: Tensor) -> Tensor:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        scale, _ = broadcast_all(self.scale, x)
        return sum_rightmost(tf.math.log(tf.abs(scale)), self.event_dim)

    def forward_shape(self, shape):
        for value in (self.loc, self.scale):
            shape = tf.broadcast_static_shape(shape, tf.TensorShape(getattr(value, "shape", ())))
        return shape


@port("torch.distributions.ComposeTransform", "torch.distributions.transforms.ComposeTransform")
class ComposeTransform(Transform):
    """torch.distributions.ComposeTransform: one after the other.

    >>> D.ComposeTransform([D.ExpTransform()])(x)
    """

    def __init__(self, parts, *, cache_size=0):
        super().__init__()
        self.parts = parts
        self.event_dim = max([part.event_dim for part in parts], default=0)

    @property
    def sign(self):
        return math.prod(part.sign for part in self.parts)

    def __call__(self, x: Tensor) -> Tensor:
        for part in self.parts:
            x = part(x)
        return x

    def invert(self, y):
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def detached(self, x):
        for part in self.parts:
            x = part.detached(x)
        return x

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        total = 0
        for index, part in enumerate(self.parts):
            after = y if index == len(self.parts) - 1 else part(x)
            term = part.log_abs_det_jacobian(x, after)
            total += sum_rightmost(term, self.event_dim - part.event_dim)
            x = after
        return total

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape


@port(
    "torch.distributions.TransformedDistribution",
    "torch.distributions.transformed_distribution.TransformedDistribution",
)
class TransformedDistribution(Distribution):
    """torch.distributions.TransformedDistribution.

    >>> D.TransformedDistribution(D.Normal(x, 1.0), [D.TanhTransform()]).sample()
    >>> D.TransformedDistribution(D.Normal(x, 1.0), D.ExpTransform()).log_prob(y.exp())
    """

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.base_dist, self.like = base_distribution, base_distribution.like
        self.transforms = transforms if isinstance(transforms, list) else [transforms]
        whole = ComposeTransform(self.transforms)
        if whole.forward_shape(self.like.shape) != self.like.shape:
            raise NotImplementedError("the transforms' parameters broadcast the base distribution")
        self.event_dims = max(base_distribution.event_dims, whole.event_dim)

    def sample(self, sample_shape=()) -> Tensor:
        x = self.base_dist.sample(sample_shape)
        for transform in self.transforms:
            x = transform.detached(x)
        return x

    def rsample(self, sample_shape=()) -> Tensor:
        x = self.base_dist.rsample(sample_shape)
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value: Promoted) -> Tensor:
        total = 0
        for transform in reversed(self.transforms):
            x = transform.inv(value)
            term = transform.log_abs_det_jacobian(x, value)
            total -= sum_rightmost(term, self.event_dims - transform.event_dim)
            value = x
        base = self.base_dist.log_prob(value)
        return total + sum_rightmost(base, self.event_dims - self.base_dist.event_dims)
