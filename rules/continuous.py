"""torch.distributions over numbers: Uniform, Exponential, Laplace, Cauchy, Gamma, Beta and more."""

import math

import numpy as np
import tensorflow as tf

from porter.rule import Promoted, Tensor, port
from rules.distributions import Distribution, broadcast_all


@port(
    "torch.distributions.Uniform",
    "torch.distributions.uniform.Uniform",
    harmless=("validate_args",),
)
class Uniform(Distribution):
    """torch.distributions.Uniform over [low, high).

    >>> D.Uniform(x, x + y.exp()).sample()
    >>> D.Uniform(-3, 3.0).log_prob(x)
    """

    low: Tensor
    high: Tensor

    def __init__(self, low, high):
        self.low, self.high = broadcast_all(low, high)
        self.like = self.low

    @property
    def mean(self) -> Tensor:
        return (self.high + self.low) / 2

    @property
    def stddev(self) -> Tensor:
        return (self.high - self.low) / 12**0.5

    @property
    def variance(self) -> Tensor:
        return tf.square(self.high - self.low) / 12

    def rsample(self, sample_shape=()) -> Tensor:
        noise = tf.random.uniform(self.shape(sample_shape), dtype=self.low.dtype)
        return self.low + noise * (self.high - self.low)

    def log_prob(self, value: Promoted) -> Tensor:
        inside = tf.cast((self.low <= value) & (self.high > value), self.low.dtype)
        return tf.math.log(inside) - tf.math.log(self.high - self.low)

    def cdf(self, value: Promoted) -> Tensor:
        return tf.clip_by_value((value - self.low) / (self.high - self.low), 0, 1)

    def icdf(self, value: Promoted) -> Tensor:
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Tensor:
        return tf.math.log(self.high - self.low)


@port(
    "torch.distributions.Exponential",
    "torch.distributions.exponential.Exponential",
    harmless=("validate_args",),
)
class Exponential(Distribution):
    """torch.distributions.Exponential.

    >>> D.Exponential(x.exp()).sample()
    >>> D.Exponential(0.5).log_prob(y * y)
    """

    rate: Tensor

    def __init__(self, rate):
        (self.rate,) = broadcast_all(rate)
        self.like = self.rate

    @property
    def mean(self) -> Tensor:
        return 1 / self.rate

    @property
    def mode(self) -> Tensor:
        return tf.zeros_like(self.rate)

    @property
    def stddev(self) -> Tensor:
        return self.mean

    @property
    def variance(self) -> Tensor:
        return self.rate**-2

    def rsample(self, sample_shape=()) -> Tensor:
        noise = tf.random.uniform(self.shape(sample_shape), dtype=tf.float64)
        return tf.cast(-tf.math.log1p(-noise), self.rate.dtype) / self.rate

    def log_prob(self, value: Promoted) -> Tensor:
        return tf.math.log(self.rate) - self.rate * value

    def cdf(self, value: Promoted) -> Tensor:
        return 1 - tf.exp(-self.rate * value)

    def icdf(self, value: Promoted) -> Tensor:
        return -tf.math.log1p(-value) / self.rate

    def entropy(self) -> Tensor:
        return 1 - tf.math.log(self.rate)


@port(
    "torch.distributions.Laplace",
    "torch.distributions.laplace.Laplace",
    harmless=("validate_args",),
)
class Laplace(Distribution):
    """torch.distributions.Laplace.

    >>> D.Laplace(x, y.exp()).rsample()
    >>> D.Laplace(x, 0.5).log_prob(y)
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
        return 2**0.5 * self.scale

    @property
    def variance(self) -> Tensor:
        return 2 * tf.square(self.scale)

    def rsample(self, sample_shape=()) -> Tensor:
        low = np.finfo(self.loc.dtype.as_numpy_dtype).eps.item() - 1
        noise = tf.random.uniform(self.shape(sample_shape), low, 1, self.loc.dtype)
        return self.loc - self.scale * tf.sign(noise) * tf.math.log1p(-tf.abs(noise))

    def log_prob(self, value: Promoted) -> Tensor:
        return -tf.math.log(2 * self.scale) - tf.abs(value - self.loc) / self.scale

    def cdf(self, value: Promoted) -> Tensor:
        offset = value - self.loc
        return 0.5 - 0.5 * tf.sign(offset) * tf.math.expm1(-tf.abs(offset) / self.scale)

    def icdf(self, value: Promoted) -> Tensor:
        offset = value - 0.5
        return self.loc - self.scale * tf.sign(offset) * tf.math.log1p(-2 * tf.abs(offset))

    def entropy(self) -> Tensor:
        return 1 + tf.math.log(2 * self.scale)


@port(
    "torch.distributions.Cauchy", "torch.distributions.cauchy.Cauchy", harmless=("validate_args",)
)
class Cauchy(Distribution):
    """torch.distributions.Cauchy.

    >>> D.Cauchy(x, 0.5).rsample()
    >>> D.Cauchy(x, y.exp()).log_prob(q)
    """

    loc: Tensor
    scale: Tensor

    def __init__(self, loc, scale):
        self.loc, self.scale = broadcast_all(loc, scale)
        self.like = self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    def rsample(self, sample_shape=()) -> Tensor:
        noise = tf.random.uniform(self.shape(sample_shape), dtype=tf.float64)
        return self.loc + tf.cast(tf.tan(math.pi * (noise - 0.5)), self.loc.dtype) * self.scale

    def log_prob(self, value: Promoted) -> Tensor:
        squares = tf.square((value - self.loc) / self.scale)
        return -math.log(math.pi) - tf.math.log(self.scale) - tf.math.log1p(squares)

    def cdf(self, value: Promoted) -> Tensor:
        return tf.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value: Promoted) -> Tensor:
        return tf.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Tensor:
        return math.log(4 * math.pi) + tf.math.log(self.scale)


@port(
    "torch.distributions.Gamma",
    "torch.distributions.gamma.Gamma",
    note="TensorFlow computes the gradient of rsample(), which torch approximates to 4 digits",
    harmless=("validate_args",),
)
class Gamma(Distribution):
    """torch.distributions.Gamma.

    >>> D.Gamma(x.exp(), y.exp()).sample()
    >>> D.Gamma(x.exp(), 2.0).log_prob(q * q)
    """

    concentration: Tensor
    rate: Tensor

    def __init__(self, concentration, rate):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        self.like = self.rate

    @property
    def mean(self) -> Tensor:
        return self.concentration / self.rate

    @property
    def mode(self) -> Tensor:
        return tf.maximum((self.concentration - 1) / self.rate, 0)

    @property
    def variance(self) -> Tensor:
        return self.concentration / tf.square(self.rate)

    def rsample(self, sample_shape=()) -> Tensor:
        return tf.random.gamma(sample_shape, self.concentration, self.rate, self.rate.dtype)

    def log_prob(self, value: Promoted) -> Tensor:
        logs = tf.math.xlogy(self.concentration, self.rate)
        logs += tf.math.xlogy(self.concentration - 1, value)
        return logs - self.rate * value - tf.math.lgamma(self.concentration)

    def entropy(self) -> Tensor:
        a = self.concentration
        rest = tf.math.lgamma(a) + (1 - a) * tf.math.digamma(a)
        return a - tf.math.log(self.rate) + rest

    def cdf(self, value: Promoted) -> Tensor:
        return tf.math.igamma(self.concentration, self.rate * value)


@port(
    "torch.distributions.Dirichlet",
    "torch.distributions.dirichlet.Dirichlet",
    harmless=("validate_args",),
)
class Dirichlet(Distribution):
    """torch.distributions.Dirichlet. TensorFlow has no gradient of its samples as torch has it.

    >>> D.Dirichlet(x.exp()).sample()
    >>> D.Dirichlet(x.exp()).log_prob(F.softmax(y, -1))
    """

    event_dims = 1
    concentration: Tensor

    def __init__(self, concentration):
        self.concentration = self.like = tf.convert_to_tensor(concentration)

    @property
    def mean(self) -> Tensor:
        return self.concentration / tf.reduce_sum(self.concentration, -1, keepdims=True)

    @property
    def variance(self) -> Tensor:
        total = tf.reduce_sum(self.concentration, -1, keepdims=True)
        return self.mean * (1 - self.mean) / (total + 1)

    def sample(self, sample_shape=()) -> Tensor:
        a = tf.stop_gradient(self.concentration)
        draws = tf.random.gamma(sample_shape, a, dtype=a.dtype)
        return draws / tf.reduce_sum(draws, -1, keepdims=True)

    def log_prob(self, value: Promoted) -> Tensor:
        a = self.concentration
        logs = tf.reduce_sum(tf.math.xlogy(a - 1, value), -1)
        return logs - tf.math.lbeta(a)

    def entropy(self) -> Tensor:
        a, total = self.concentration, tf.reduce_sum(self.concentration, -1)
        slopes = tf.math.digamma(a) - tf.math.digamma(total)[..., None]
        return tf.math.lbeta(a) - tf.reduce_sum((a - 1) * slopes, -1)


@port("torch.distributions.Beta", "torch.distributions.beta.Beta", harmless=("validate_args",))
class Beta(Distribution):
    """torch.distributions.Beta. TensorFlow has no gradient of its samples as torch has it.

    >>> D.Beta(x.exp(), y.exp()).sample()
    >>> D.Beta(x.exp(), 2.0).log_prob(torch.sigmoid(q))
    """

    concentration1: Tensor
    concentration0: Tensor

    def __init__(self, concentration1, concentration0):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        self.like = self.concentration1

    @property
    def mean(self) -> Tensor:
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def variance(self) -> Tensor:
        return self.mean * (1 - self.mean) / (self.concentration1 + self.concentration0 + 1)

    def sample(self, sample_shape=()) -> Tensor:
        both = tf.stop_gradient(tf.stack([self.concentration1, self.concentration0], -1))
        draws = tf.random.gamma(sample_shape, both, dtype=both.dtype)
        return draws[..., 0] / tf.reduce_sum(draws, -1)

    def log_prob(self, value: Promoted) -> Tensor:
        a, b = self.concentration1, self.concentration0
        logs = tf.math.xlogy(a - 1, value) + tf.math.xlogy(b - 1, 1 - value)
        return logs + tf.math.lgamma(a + b) - (tf.math.lgamma(a) + tf.math.lgamma(b))

    def entropy(self) -> Tensor:
        a, b = self.concentration1, self.concentration0
        logs = tf.math.lgamma(a) + tf.math.lgamma(b) - tf.math.lgamma(a + b)
        digammas = (a - 1) * tf.math.digamma(a) + (b - 1) * tf.math.digamma(b)
        return logs + (a + b - 2) * tf.math.digamma(a + b) - digammas


@port(
    "torch.distributions.StudentT",
    "torch.distributions.studentT.StudentT",
    harmless=("validate_args",),
)
class StudentT(Distribution):
    """torch.distributions.StudentT.

    >>> D.StudentT(3.0, x, y.exp()).sample()
    >>> D.StudentT(x.exp()).log_prob(y)
    """

    df: Tensor
    loc: Tensor
    scale: Tensor

    def __init__(self, df, loc=0.0, scale=1.0):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self.like = self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def mean(self) -> Tensor:
        return tf.where(self.df > 1, self.loc, math.nan)

    @property
    def variance(self) -> Tensor:
        finite = tf.square(self.scale) * self.df / tf.where(self.df > 2, self.df - 2, 1)
        rest = tf.where(self.df > 1, math.inf * self.df, math.nan)
        return tf.where(self.df > 2, finite, rest)

    def rsample(self, sample_shape=()) -> Tensor:
        noise = tf.random.normal(self.shape(sample_shape), dtype=self.df.dtype)
        chi2 = tf.random.gamma(sample_shape, 0.5 * self.df, 0.5, self.df.dtype)
        return self.loc + self.scale * noise * tf.math.rsqrt(chi2 / self.df)

    def log_prob(self, value: Promoted) -> Tensor:
        half, squares = 0.5 * self.df, tf.square((value - self.loc) / self.scale)
        norm = tf.math.log(self.scale) + 0.5 * tf.math.log(self.df) + 0.5 * math.log(math.pi)
        norm += tf.math.lgamma(half) - tf.math.lgamma(half + 0.5)
        return -(half + 0.5) * tf.math.log1p(squares / self.df) - norm

    def entropy(self) -> Tensor:
        half = 0.5 * self.df
        slope = tf.math.digamma(half + 0.5) - tf.math.digamma(half)
        beta = tf.math.lgamma(half) + math.lgamma(0.5) - tf.math.lgamma(half + 0.5)
        norm = tf.math.log(self.scale) + 0.5 * tf.math.log(self.df) + beta
        return norm + (half + 0.5) * slope
