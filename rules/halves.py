"""torch.distributions of numbers from 0 on: HalfNormal, HalfCauchy, Chi2."""

import math

import tensorflow as tf

from porter.rule import Promoted, Tensor, block, port
from rules.continuous import Cauchy, Gamma
from rules.distributions import Distribution, Normal


@block
class Half(Distribution):
    """The absolute value of a number that is symmetric around 0."""

    scale: Tensor

    def __init__(self, base_dist):
        self.base_dist = base_dist
        self.scale = self.like = self.base_dist.scale

    @property
    def mode(self) -> Tensor:
        return tf.zeros_like(self.scale)

    def rsample(self, sample_shape=()) -> Tensor:
        return tf.abs(self.base_dist.rsample(sample_shape))

    def log_prob(self, value: Promoted) -> Tensor:
        logs = self.base_dist.log_prob(value) + math.log(2)
        return tf.where(value >= 0, logs, -math.inf)

    def cdf(self, value: Promoted) -> Tensor:
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, value: Promoted) -> Tensor:
        return self.base_dist.icdf((value + 1) / 2)

    def entropy(self) -> Tensor:
        return self.base_dist.entropy() - math.log(2)


@port(
    "torch.distributions.HalfNormal",
    "torch.distributions.half_normal.HalfNormal",
    harmless=("validate_args",),
)
class HalfNormal(Half):
    """torch.distributions.HalfNormal: the absolute value of a normal number.

    >>> D.HalfNormal(y.exp()).rsample()
    >>> D.HalfNormal(y.exp()).log_prob(q.abs())
    >>> D.HalfNormal(2.0).log_prob(x.abs())
    """

    def __init__(self, scale):
        super().__init__(Normal(0, scale))

    @property
    def mean(self) -> Tensor:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Tensor:
        return tf.square(self.scale) * (1 - 2 / math.pi)


@port(
    "torch.distributions.HalfCauchy",
    "torch.distributions.half_cauchy.HalfCauchy",
    harmless=("validate_args",),
)
class HalfCauchy(Half):
    """torch.distributions.HalfCauchy: the absolute value of a Cauchy number.

    >>> D.HalfCauchy(y.exp()).rsample()
    >>> D.HalfCauchy(y.exp()).log_prob(q * q)
    """

    def __init__(self, scale):
        super().__init__(Cauchy(0, scale))


@port("torch.distributions.Chi2", "torch.distributions.chi2.Chi2", harmless=("validate_args",))
class Chi2(Gamma):
    """torch.distributions.Chi2: a sum of squares of df normal numbers.

    >>> D.Chi2(x.exp()).log_prob(q * q)
    >>> D.Chi2(3.0).sample((2,))
    """

    df: Tensor

    def __init__(self, df):
        super().__init__(0.5 * df, 0.5)
        self.df = 2 * self.concentration
