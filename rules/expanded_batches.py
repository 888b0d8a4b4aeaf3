"""expand() of torch.distributions: the same distribution over a larger batch."""

import copy

import tensorflow as tf

from porter.rule import Self, block, port
from rules.distributions import Distribution
from rules.shape import expand


@block
def expanded(distribution, batch_shape):
    """The distribution with its parameters broadcast to this batch, not normalised once more."""
    new, rank = copy.copy(distribution), distribution.like.shape.rank - distribution.event_dims
    for name, value in vars(distribution).items():
        if isinstance(value, Distribution):  # its batch goes on with axes that are an event here
            inner = value.like.shape.rank - value.event_dims
            setattr(new, name, expanded(value, [*batch_shape, *value.like.shape[rank:inner]]))
        elif tf.is_tensor(value):
            setattr(new, name, expand(value, [*batch_shape, *value.shape[rank:]]))
    return new


@port(
    "torch.distributions.Bernoulli.expand", "torch.distributions.Beta.expand",
    "torch.distributions.Categorical.expand", "torch.distributions.Dirichlet.expand",
    "torch.distributions.Exponential.expand", "torch.distributions.Gamma.expand",
    "torch.distributions.Independent.expand", "torch.distributions.Laplace.expand",
    "torch.distributions.MultivariateNormal.expand", "torch.distributions.Normal.expand",
    "torch.distributions.OneHotCategorical.expand", "torch.distributions.Poisson.expand",
    "torch.distributions.Uniform.expand",
)  # fmt: skip
def expand_batch(self, batch_shape) -> Self:
    """A distribution whose batch has this shape.

    >>> D.Normal(x, 1.0).expand((2, 4, 3)).log_prob(y)
    >>> D.Normal(x[0], y[0].exp()).expand((5, -1)).entropy()
    >>> D.Categorical(logits=x).expand((2, 4)).log_prob(a)
    >>> D.Independent(D.Normal(x, 1.0), 1).expand([2, 4]).log_prob(y)
    >>> D.MultivariateNormal(x[0], torch.eye(3)).expand((4,)).log_prob(y)
    >>> D.OneHotCategorical(logits=x).expand((2, 4)).mean
    >>> D.Bernoulli(logits=x).expand((2, 4, 3)).entropy()
    >>> D.Beta(x.exp(), y.exp()).expand((2, 4, 3)).mean
    >>> D.Dirichlet(x.exp()).expand((2, 4)).entropy()
    >>> D.Exponential(x.exp()).expand((2, 4, 3)).entropy()
    >>> D.Gamma(x.exp(), y.exp()).expand((2, 4, 3)).entropy()
    >>> D.Laplace(x, 1.0).expand((2, 4, 3)).entropy()
    >>> D.Poisson(x.exp()).expand((2, 4, 3)).mean
    >>> D.Uniform(x, x + 1).expand((2, 4, 3)).entropy()
    """
    return expanded(self, batch_shape)
