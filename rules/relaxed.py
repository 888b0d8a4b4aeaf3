"""torch.distributions made of others: LogNormal, Gumbel and the relaxed discrete ones."""

import math

import numpy as np
import tensorflow as tf

from porter.rule import Promoted, Tensor, block, port
from rules.discrete import Categorical, Odds, clamp_probs
from rules.distributions import Distribution, Normal, broadcast_all
from rules.transforms import ExpTransform, SigmoidTransform, TransformedDistribution


@port(
    "torch.distributions.LogNormal",
    "torch.distributions.log_normal.LogNormal",
    harmless=("validate_args",),
)
class LogNormal(TransformedDistribution):
    """torch.distributions.LogNormal: e to the power of a normal number.

    >>> D.LogNormal(x, 0.5).sample()
    >>> D.LogNormal(x, y.exp()).log_prob(q.exp())
    """

    loc: Tensor
    scale: Tensor

    def __init__(self, loc, scale):
        super().__init__(Normal(loc, scale), ExpTransform())
        self.loc, self.scale = self.base_dist.loc, self.base_dist.scale

    @property
    def mean(self) -> Tensor:
        return tf.exp(self.loc + tf.square(self.scale) / 2)

    @property
    def mode(self) -> Tensor:
        return tf.exp(self.loc - tf.square(self.scale))

    @property
    def variance(self) -> Tensor:
        square = tf.square(self.scale)
        return tf.math.expm1(square) * tf.exp(2 * self.loc + square)

    def entropy(self) -> Tensor:
        return self.base_dist.entropy() + self.loc


@port(
    "torch.distributions.Gumbel", "torch.distributions.gumbel.Gumbel", harmless=("validate_args",)
)
class Gumbel(Distribution):
    """torch.distributions.Gumbel.

    >>> D.Gumbel(x, y.exp()).rsample()
    >>> D.Gumbel(0.0, 2).log_prob(x)
    """

    loc: Tensor
    scale: Tensor

    def __init__(self, loc, scale):
        self.loc, self.scale = broadcast_all(loc, scale)
        self.like = self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def mean(self) -> Tensor:
        return self.loc + self.scale * np.euler_gamma

    @property
    def stddev(self) -> Tensor:
        return math.pi / math.sqrt(6) * self.scale

    @property
    def variance(self) -> Tensor:
        return tf.square(self.stddev)

    def rsample(self, sample_shape=()) -> Tensor:
        limits = np.finfo(self.loc.dtype.as_numpy_dtype)
        noise = tf.random.uniform(self.shape(sample_shape), dtype=self.loc.dtype)
        noise = limits.tiny.item() + noise * (1 - limits.eps.item() - limits.tiny.item())
        return self.loc - self.scale * tf.math.log(-tf.math.log(noise))

    def log_prob(self, value: Promoted) -> Tensor:
        y = (self.loc - value) / self.scale
        return y - tf.exp(y) - tf.math.log(self.scale)

    def entropy(self) -> Tensor:
        return tf.math.log(self.scale) + (1 + np.euler_gamma)


@block
class ExpRelaxedCategorical(Categorical):
    """The logarithm of RelaxedOneHotCategorical."""

    event_dims = 1

    def __init__(self, temperature, probs=None, logits=None):
        super().__init__(probs, logits)
        self.temperature, self.like = temperature, self.logits

    def sample(self, sample_shape=()):
        return tf.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()):
        noise = tf.random.uniform(self.shape(sample_shape), dtype=self.logits.dtype)
        gumbels = -tf.math.log(-tf.math.log(clamp_probs(noise)))
        return tf.nn.log_softmax((self.logits + gumbels) / self.temperature)

    def log_prob(self, value: Promoted):
        count = tf.cast(tf.shape(self.logits)[-1], self.logits.dtype)
        scale = tf.math.lgamma(count) + (count - 1) * tf.math.log(self.temperature)
        scores = tf.nn.log_softmax(self.logits - value * self.temperature)
        return tf.reduce_sum(scores, -1) + scale


@port(
    "torch.distributions.RelaxedOneHotCategorical",
    "torch.distributions.relaxed_categorical.RelaxedOneHotCategorical",
    harmless=("validate_args",),
)
class RelaxedOneHotCategorical(TransformedDistribution):
    """torch.distributions.RelaxedOneHotCategorical: Gumbel-softmax.

    >>> D.RelaxedOneHotCategorical(torch.tensor(0.5), logits=x).rsample()
    """

    temperature: Tensor
    probs: Tensor
    logits: Tensor

    def __init__(self, temperature, probs=None, logits=None):
        base = ExpRelaxedCategorical(temperature, probs, logits)
        super().__init__(base, ExpTransform())
        self.temperature, self.probs, self.logits = temperature, base.probs, base.logits


@block
class LogitRelaxedBernoulli(Odds):
    """The log-odds of RelaxedBernoulli."""

    def __init__(self, temperature, probs=None, logits=None):
        super().__init__(probs, logits)
        self.temperature = temperature

    def rsample(self, sample_shape=()):
        noise = tf.random.uniform(self.shape(sample_shape), dtype=self.probs.dtype)
        noise, probs = clamp_probs(noise), clamp_probs(self.probs)
        logits = tf.math.log(probs) - tf.math.log1p(-probs)
        return (tf.math.log(noise) - tf.math.log1p(-noise) + logits) / self.temperature

    def log_prob(self, value: Promoted):
        offset = self.logits - value * self.temperature
        return tf.math.log(self.temperature) + offset - 2 * tf.math.log1p(tf.exp(offset))


@port(
    "torch.distributions.RelaxedBernoulli",
    "torch.distributions.relaxed_bernoulli.RelaxedBernoulli",
    harmless=("validate_args",),
)
class RelaxedBernoulli(TransformedDistribution):
    """torch.distributions.RelaxedBernoulli.

    >>> D.RelaxedBernoulli(torch.tensor(0.5), logits=x).rsample()
    """

    temperature: Tensor
    probs: Tensor
    logits: Tensor

    def __init__(self, temperature, probs=None, logits=None):
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform())
        self.temperature, self.probs, self.logits = temperature, base.probs, base.logits
