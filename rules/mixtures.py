"""torch.distributions: mixtures of one family. Formulas: torch/distributions/*.py."""

import tensorflow as tf

from porter.rule import Promoted, Tensor, port
from rules.distributions import Distribution


@port(
    "torch.distributions.MixtureSameFamily",
    "torch.distributions.mixture_same_family.MixtureSameFamily",
    harmless=("validate_args",),
)
class MixtureSameFamily(Distribution):
    """torch.distributions.MixtureSameFamily: the last axis of the batch are the components.

    >>> D.MixtureSameFamily(D.Categorical(logits=x), D.Normal(y, 1.0)).log_prob(x[:, 0])
    >>> D.MixtureSameFamily(D.Categorical(logits=x), D.Normal(y, x.exp())).variance
    >>> D.MixtureSameFamily(D.Categorical(logits=x), D.Normal(y, 1.0)).cdf(x[:, 0])
    >>> D.MixtureSameFamily(D.Categorical(logits=x), D.Normal(y, 1.0)).sample((2,))
    >>> D.MixtureSameFamily(D.Categorical(x[:, 0].exp()), D.Independent(D.Normal(y, 1.0), 1)).mean
    """

    def __init__(self, mixture_distribution, component_distribution):
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        self.event_dims = component_distribution.event_dims
        self.like = tf.gather(component_distribution.like, 0, axis=-1 - self.event_dims)

    def padded(self, value):
        """With an axis for the components."""
        return tf.expand_dims(value, -1 - self.event_dims)

    def averaged(self, values):
        """The components' values, each as often as it is drawn."""
        probs = self.mixture_distribution.probs
        for _ in range(self.event_dims):
            probs = probs[..., tf.newaxis]
        return tf.reduce_sum(probs * values, -1 - self.event_dims)

    @property
    def mean(self) -> Tensor:
        return self.averaged(self.component_distribution.mean)

    @property
    def variance(self) -> Tensor:
        one = self.component_distribution
        apart = tf.square(one.mean - self.padded(self.mean))
        return self.averaged(one.variance) + self.averaged(apart)

    def log_prob(self, value: Promoted) -> Tensor:
        found = self.component_distribution.log_prob(self.padded(value))
        return tf.reduce_logsumexp(
            found + tf.nn.log_softmax(self.mixture_distribution.logits), axis=-1
        )

    def cdf(self, value: Promoted) -> Tensor:
        return self.averaged(self.component_distribution.cdf(self.padded(value)))

    def sample(self, sample_shape=()) -> Tensor:
        chosen = self.mixture_distribution.sample(sample_shape)
        drawn = self.component_distribution.sample(sample_shape)
        axis = chosen.shape.rank
        return tf.stop_gradient(tf.gather(drawn, chosen, axis=axis, batch_dims=axis))
