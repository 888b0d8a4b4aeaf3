"""torch.distributions: what all share, and the normal distributions. They are pasted as classes.

Formulas: torch/distributions/*.py. As in torch, sample() passes no gradient on and rsample() does.
Nothing checks arguments, so validate_args is left out: where torch raises for a negative scale, the
port computes on.
"""

import functools
import math

import tensorflow as tf

from porter.rule import Nothing, Promoted, Same, Sequence, Tensor, block, port
from rules.decompose import cholesky_factor


@port(
    "torch.distributions.Distribution",
    "torch.distributions.distribution.Distribution",
    harmless=("validate_args",),
)
class Distribution:
    """torch.distributions.Distribution: `like` has the shape and the dtype of one draw.

    >>> D.Normal(x, 1.0).sample((2,))
    """

    event_dims = 0  # how many of the last axes are one event's

    @property
    def batch_shape(self) -> Sequence:
        return self.like.shape[: self.like.shape.rank - self.event_dims]

    @property
    def event_shape(self) -> Sequence:
        return self.like.shape[self.like.shape.rank - self.event_dims :]

    @property
    def stddev(self) -> Tensor:
        return tf.sqrt(self.variance)

    def shape(self, sample_shape):
        return tf.concat([sample_shape, tf.shape(self.like)], 0)

    def _extended_shape(self, sample_shape=()):  # what heirs call
        return self.shape(sample_shape)

    def sample(self, sample_shape=()) -> Tensor:
        return tf.stop_gradient(self.rsample(sample_shape))


@port("torch.distributions.Distribution.set_default_validate_args",
      "torch.distributions.Normal.set_default_validate_args",
      "torch.distributions.Categorical.set_default_validate_args")  # fmt: skip
def set_default_validate_args(value) -> Nothing:
    """Whether distributions check their arguments: the ported ones never do.

    >>> D.Distribution.set_default_validate_args(False)
    >>> D.Normal.set_default_validate_args(False)
    """
    del value
    return None


@block
def broadcast_all(*values):
    """The values as tensors of one shape; all take the widest dtype of the tensors."""
    dtypes = [tf.as_dtype(value.dtype) for value in values if tf.is_tensor(value)]
    dtype = max(dtypes, key=lambda one: (one.is_floating, one.size), default=tf.float32)
    values = [x if tf.is_tensor(x) else tf.convert_to_tensor(x, dtype) for x in values]
    values = [tf.cast(x, dtype) for x in values]
    zeros = sum(tf.zeros_like(value) for value in values)
    return [value + zeros for value in values]


@block
def sum_rightmost(value, dims):
    """The sum over this many of the last axes."""
    return tf.reduce_sum(value, tuple(range(-dims, 0)))


@port(
    "torch.distributions.Normal", "torch.distributions.normal.Normal", harmless=("validate_args",)
)
class Normal(Distribution):
    """torch.distributions.Normal.

    >>> D.Normal(x, y.exp()).log_prob(q)
    >>> D.Normal(0, 2.0).entropy()
    >>> D.Normal(x, 1).sample()
    >>> D.Normal(loc=x[0], scale=y.exp(), validate_args=False).rsample((2, 1))
    """

    loc: Tensor
    scale: Tensor

    def __init__(self, loc, scale):
        self.loc, self.scale = broadcast_all(loc, scale)
        self.like = self.loc

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def stddev(self) -> Tensor:
        return self.scale

    @property
    def variance(self) -> Tensor:
        return tf.square(self.scale)

    def rsample(self, sample_shape=()) -> Tensor:
        noise = tf.random.normal(self.shape(sample_shape), dtype=self.loc.dtype)
        return self.loc + self.scale * noise

    def log_prob(self, value: Promoted) -> Tensor:
        squares = tf.square(tf.cast(value, self.loc.dtype) - self.loc)
        squares /= 2 * tf.square(self.scale)
        return -squares - tf.math.log(self.scale) - math.log(math.sqrt(2 * math.pi))

    def entropy(self) -> Tensor:
        return 0.5 + 0.5 * math.log(2 * math.pi) + tf.math.log(self.scale)

    def cdf(self, value: Promoted) -> Tensor:
        return 0.5 * (1 + tf.math.erf((value - self.loc) / self.scale / math.sqrt(2)))

    def icdf(self, value: Promoted) -> Tensor:
        return self.loc + self.scale * tf.math.erfinv(2 * value - 1) * math.sqrt(2)


@block
class NormalOfViews(Normal):
    """A normal distribution of views of weights, which change with them: functions give these."""

    def __init__(self, loc, scale):
        self.given = loc, scale
        self.like = self.loc

    def now(self):
        return broadcast_all(*(value() if callable(value) else value for value in self.given))

    @property
    def loc(self):
        return self.now()[0]

    @property
    def scale(self):
        return self.now()[1]


@port(
    "torch.distributions.MultivariateNormal",
    "torch.distributions.multivariate_normal.MultivariateNormal",
    harmless=("validate_args",),
)
class MultivariateNormal(Distribution):
    """torch.distributions.MultivariateNormal.

    >>> D.MultivariateNormal(x, torch.eye(3)).log_prob(q)
    >>> D.MultivariateNormal(x[0], scale_tril=torch.eye(3)).sample()
    """

    event_dims = 1
    loc: Tensor
    scale_tril: Tensor

    def __init__(
        self,
        loc,
        covariance_matrix=None,
        precision_matrix=None,
        scale_tril=None,
    ):
        if covariance_matrix is not None:
            scale_tril = cholesky_factor(covariance_matrix)
        elif precision_matrix is not None:  # the factor's inverse is upper: flip both axes
            factor = cholesky_factor(tf.reverse(precision_matrix, [-2, -1]))
            factor = tf.linalg.matrix_transpose(tf.reverse(factor, [-2, -1]))
            one = tf.linalg.diag(tf.ones_like(factor[..., 0]))
            scale_tril = tf.linalg.triangular_solve(factor, one)
        self.loc = loc + tf.zeros_like(scale_tril[..., 0])
        self.scale_tril = scale_tril + tf.zeros_like(self.loc[..., None])
        self.like = self.loc

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def covariance_matrix(self) -> Tensor:
        return tf.matmul(self.scale_tril, self.scale_tril, transpose_b=True)

    @property
    def variance(self) -> Tensor:
        return tf.reduce_sum(tf.square(self.scale_tril), -1)

    def rsample(self, sample_shape=()) -> Tensor:
        noise = tf.random.normal(self.shape(sample_shape), dtype=self.loc.dtype)
        return self.loc + tf.linalg.matvec(self.scale_tril, noise)

    def log_prob(self, value: Promoted) -> Tensor:
        offset = (value - self.loc)[..., None]
        whitened = tf.linalg.triangular_solve(self.scale_tril, offset)[..., 0]
        exponent = -0.5 * tf.reduce_sum(tf.square(whitened) + math.log(2 * math.pi), -1)
        return exponent - tf.reduce_sum(tf.math.log(tf.linalg.diag_part(self.scale_tril)), -1)

    def entropy(self) -> Tensor:
        scales = tf.linalg.diag_part(self.scale_tril)
        return tf.reduce_sum(0.5 * (1 + math.log(2 * math.pi)) + tf.math.log(scales), -1)


@port(
    "torch.distributions.Independent",
    "torch.distributions.independent.Independent",
    harmless=("validate_args",),
)
class Independent(Distribution):
    """torch.distributions.Independent: some axes of the batch become axes of one event.

    >>> D.Independent(D.Normal(x, 1.0), 1).log_prob(y)
    """

    def __init__(self, base_distribution, reinterpreted_batch_ndims):
        self.base_dist, self.like = base_distribution, base_distribution.like
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.event_dims = base_distribution.event_dims + reinterpreted_batch_ndims

    @property
    def mean(self) -> Tensor:
        return self.base_dist.mean

    @property
    def mode(self) -> Tensor:
        return self.base_dist.mode

    @property
    def variance(self) -> Tensor:
        return self.base_dist.variance

    def sample(self, sample_shape=()) -> Tensor:
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()) -> Tensor:
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Promoted) -> Tensor:
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Tensor:
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)


@port("torch.distributions.utils.lazy_property")
def lazy_property(wrapped) -> Same:
    """A property that is computed once for each object.

    Not proven: a decorator of methods has no value; programs show it.
    """
    return functools.cached_property(wrapped)
