"""torch.distributions over integers: Categorical, Bernoulli, Geometric, Poisson, Binomial."""

import math

import keras
import numpy as np
import tensorflow as tf

from porter.rule import Int, Promoted, Sequence, Tensor, block, port
from rules.distributions import Distribution, broadcast_all


@block
def clamp_probs(probs):
    """Probabilities in [eps, 1 - eps], so that their logarithms are finite."""
    eps = np.finfo(probs.dtype.as_numpy_dtype).eps.item()
    return tf.clip_by_value(probs, eps, 1 - eps)


@port(
    "torch.distributions.Categorical",
    "torch.distributions.categorical.Categorical",
    harmless=("validate_args",),
)
class Categorical(Distribution):
    """torch.distributions.Categorical: probs and logits are normalised.

    >>> D.Categorical(logits=x).log_prob(a)
    >>> D.Categorical(F.softmax(x, -1)).entropy()
    >>> D.Categorical(probs=x.exp()).probs
    >>> D.Categorical(logits=x).sample()
    >>> D.Categorical(logits=x[0]).sample((5,))
    """

    probs: Tensor
    logits: Tensor

    def __init__(self, probs=None, logits=None):
        if probs is not None:
            self.probs = probs / tf.reduce_sum(probs, -1, keepdims=True)
            self.logits = tf.math.log(clamp_probs(self.probs))
        else:
            self.logits = tf.nn.log_softmax(logits)
            self.probs = tf.nn.softmax(self.logits)
        self.like = self.logits[..., 0]

    @property
    def param_shape(self) -> Sequence:
        return self.logits.shape

    @property
    def mode(self) -> Int:
        return tf.argmax(self.probs, -1)

    def sample(self, sample_shape=()) -> Int:
        rows = tf.reshape(tf.math.log(self.probs), [-1, tf.shape(self.probs)[-1]])
        drawn = tf.random.categorical(rows, math.prod(sample_shape))
        return tf.reshape(tf.transpose(drawn), self.shape(sample_shape))

    def log_prob(self, value) -> Tensor:
        value, count = tf.cast(value, tf.int64), tf.shape(self.logits)[-1]
        chosen = tf.one_hot(value, count, True, False, dtype=tf.bool)
        return tf.reduce_sum(tf.where(chosen, self.logits, 0), -1)

    def entropy(self) -> Tensor:
        logits = tf.maximum(self.logits, self.logits.dtype.min)  # 0 * -inf is no number
        return -tf.reduce_sum(logits * self.probs, -1)


@port(
    "torch.distributions.OneHotCategorical",
    "torch.distributions.one_hot_categorical.OneHotCategorical",
    harmless=("validate_args",),
)
class OneHotCategorical(Categorical):
    """torch.distributions.OneHotCategorical: Categorical, its numbers as one-hot vectors.

    >>> D.OneHotCategorical(logits=x).sample()
    >>> D.OneHotCategorical(logits=x).log_prob(F.one_hot(a, 3))
    """

    event_dims = 1

    def __init__(self, probs=None, logits=None):
        super().__init__(probs, logits)
        self.like = self.probs

    @property
    def mean(self) -> Tensor:
        return self.probs

    @property
    def mode(self) -> Tensor:
        return self.one_hot(super().mode)

    @property
    def variance(self) -> Tensor:
        return self.probs * (1 - self.probs)

    def one_hot(self, indices):
        return tf.one_hot(indices, tf.shape(self.probs)[-1], dtype=self.probs.dtype)

    def sample(self, sample_shape=()) -> Tensor:
        rows = tf.reshape(tf.math.log(self.probs), [-1, tf.shape(self.probs)[-1]])
        drawn = tf.transpose(tf.random.categorical(rows, math.prod(sample_shape)))
        return tf.reshape(self.one_hot(drawn), self.shape(sample_shape))

    def log_prob(self, value) -> Tensor:
        return super().log_prob(tf.argmax(value, -1))


@port(
    "torch.distributions.OneHotCategoricalStraightThrough",
    "torch.distributions.one_hot_categorical.OneHotCategoricalStraightThrough",
    harmless=("validate_args",),
)
class OneHotCategoricalStraightThrough(OneHotCategorical):
    """torch.distributions.OneHotCategoricalStraightThrough: rsample() has the gradient of probs.

    >>> D.OneHotCategoricalStraightThrough(logits=x).rsample()
    """

    def rsample(self, sample_shape=()) -> Tensor:
        return self.sample(sample_shape) + (self.probs - tf.stop_gradient(self.probs))


@block
class Odds(Distribution):
    """A distribution of events of given probabilities, or of given log-odds."""

    probs: Tensor
    logits: Tensor

    def __init__(self, probs=None, logits=None):
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
            clamped = clamp_probs(self.probs)
            self.logits = tf.math.log(clamped) - tf.math.log1p(-clamped)
        else:
            (self.logits,) = broadcast_all(logits)
            self.probs = tf.sigmoid(self.logits)
        self.like = self.logits

    @property
    def param_shape(self) -> Sequence:
        return self.logits.shape


@port(
    "torch.distributions.Bernoulli",
    "torch.distributions.bernoulli.Bernoulli",
    harmless=("validate_args",),
)
class Bernoulli(Odds):
    """torch.distributions.Bernoulli: 1 with probability probs, else 0, as floats.

    >>> D.Bernoulli(logits=x).sample()
    >>> D.Bernoulli(torch.sigmoid(x)).log_prob((y > 0).float())
    >>> D.Bernoulli(0.3).entropy()
    """

    @property
    def mean(self) -> Tensor:
        return self.probs

    @property
    def mode(self) -> Tensor:
        mode = tf.cast(self.probs >= 0.5, self.probs.dtype)
        return tf.where(self.probs != 0.5, mode, math.nan)

    @property
    def variance(self) -> Tensor:
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()) -> Tensor:
        noise = tf.random.uniform(self.shape(sample_shape), dtype=self.probs.dtype)
        return tf.cast(noise < self.probs, self.probs.dtype)

    def log_prob(self, value: Promoted) -> Tensor:
        logits, value = broadcast_all(self.logits, tf.cast(value, self.logits.dtype))
        return -tf.nn.sigmoid_cross_entropy_with_logits(value, logits)

    def entropy(self) -> Tensor:
        return tf.nn.sigmoid_cross_entropy_with_logits(self.probs, self.logits)


@port(
    "torch.distributions.Geometric",
    "torch.distributions.geometric.Geometric",
    harmless=("validate_args",),
)
class Geometric(Odds):
    """torch.distributions.Geometric: the failures before the first success.

    >>> D.Geometric(torch.sigmoid(x)).sample()
    >>> D.Geometric(logits=x).log_prob(torch.floor(y * y))
    """

    @property
    def mean(self) -> Tensor:
        return 1 / self.probs - 1

    @property
    def mode(self) -> Tensor:
        return tf.zeros_like(self.probs)

    @property
    def variance(self) -> Tensor:
        return (1 / self.probs - 1) / self.probs

    def sample(self, sample_shape=()) -> Tensor:
        tiny = np.finfo(self.probs.dtype.as_numpy_dtype).tiny.item()
        noise = tf.random.uniform(self.shape(sample_shape), tiny, 1, self.probs.dtype)
        return tf.floor(tf.math.log(noise) / tf.math.log1p(-self.probs))

    def log_prob(self, value: Promoted) -> Tensor:
        value, probs = broadcast_all(tf.cast(value, self.probs.dtype), self.probs)
        probs = tf.where((probs != 1) | (value != 0), probs, 0)  # 0 * -inf is no number
        return value * tf.math.log1p(-probs) + tf.math.log(self.probs)

    def entropy(self) -> Tensor:
        return tf.nn.sigmoid_cross_entropy_with_logits(self.probs, self.logits) / self.probs


@port(
    "torch.distributions.Binomial",
    "torch.distributions.binomial.Binomial",
    harmless=("validate_args",),
)
class Binomial(Odds):
    """torch.distributions.Binomial: the successes among total_count trials.

    >>> D.Binomial(10, logits=x).sample()
    >>> D.Binomial(10, torch.sigmoid(x)).log_prob(torch.floor(y * y))
    """

    total_count: Tensor

    def __init__(self, total_count=1, probs=None, logits=None):
        given = logits if probs is None else probs
        self.total_count, given = broadcast_all(total_count, given)
        super().__init__(*((None, given) if probs is None else (given, None)))

    @property
    def mean(self) -> Tensor:
        return self.total_count * self.probs

    @property
    def mode(self) -> Tensor:
        return tf.minimum(tf.floor((self.total_count + 1) * self.probs), self.total_count)

    @property
    def variance(self) -> Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()) -> Tensor:
        shape = self.shape(sample_shape)
        count, probs = (tf.broadcast_to(x, shape) for x in (self.total_count, self.probs))
        return keras.random.binomial(shape, count, probs, dtype=self.probs.dtype.name)

    def log_prob(self, value: Promoted) -> Tensor:
        count, logits, value = self.total_count, self.logits, tf.cast(value, self.logits.dtype)
        orders = tf.math.lgamma(value + 1) + tf.math.lgamma(count - value + 1)
        orders -= tf.math.lgamma(count + 1)
        return value * logits - count * tf.math.softplus(logits) - orders


@port(
    "torch.distributions.Poisson",
    "torch.distributions.poisson.Poisson",
    harmless=("validate_args",),
)
class Poisson(Distribution):
    """torch.distributions.Poisson.

    >>> D.Poisson(x.exp()).sample()
    >>> D.Poisson(2.5).log_prob(torch.floor(y * y))
    """

    rate: Tensor

    def __init__(self, rate):
        (self.rate,) = broadcast_all(rate)
        self.like = self.rate

    @property
    def mean(self) -> Tensor:
        return self.rate

    @property
    def variance(self) -> Tensor:
        return self.rate

    @property
    def mode(self) -> Tensor:
        return tf.floor(self.rate)

    def sample(self, sample_shape=()) -> Tensor:
        return tf.random.poisson(sample_shape, self.rate, self.rate.dtype)

    def log_prob(self, value: Promoted) -> Tensor:
        value = tf.cast(value, self.rate.dtype)
        return tf.math.xlogy(value, self.rate) - self.rate - tf.math.lgamma(value + 1)
