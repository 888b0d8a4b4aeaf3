"""torch.distributions.kl_divergence: one block for each pair. torch/distributions/kl.py."""

import math

import tensorflow as tf

from porter.rule import Instance, OfObjects, Unsupported, block, known, port
from rules.continuous import Beta, Dirichlet, Exponential, Gamma, Laplace, Uniform
from rules.discrete import Bernoulli, Categorical, Geometric, OneHotCategorical, Poisson
from rules.distributions import Independent, MultivariateNormal, Normal, sum_rightmost


@port("torch.distributions.kl_divergence", "torch.distributions.kl.kl_divergence")
def kl_divergence(p, q) -> OfObjects:
    """The Kullback-Leibler divergence of two distributions of the same class.

    >>> D.kl_divergence(D.Normal(x, 1.0), D.Normal(y, 2.0))
    """
    if isinstance(p, Normal) and isinstance(q, Normal):
        return kl_normal(p, q)
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        return kl_categorical(p, q)
    if isinstance(p, OneHotCategorical) and isinstance(q, OneHotCategorical):
        return kl_categorical(p, q)
    if isinstance(p, Independent) and isinstance(q, Independent):
        return kl_independent(p, q)
    if isinstance(p, Bernoulli) and isinstance(q, Bernoulli):
        return kl_bernoulli(p, q)
    if isinstance(p, MultivariateNormal) and isinstance(q, MultivariateNormal):
        return kl_multivariate_normal(p, q)
    if isinstance(p, Beta) and isinstance(q, Beta):
        return kl_beta(p, q)
    if isinstance(p, Gamma) and isinstance(q, Gamma):
        return kl_gamma(p, q)
    if isinstance(p, Dirichlet) and isinstance(q, Dirichlet):
        return kl_dirichlet(p, q)
    if isinstance(p, Exponential) and isinstance(q, Exponential):
        return kl_exponential(p, q)
    if isinstance(p, Laplace) and isinstance(q, Laplace):
        return kl_laplace(p, q)
    if isinstance(p, Poisson) and isinstance(q, Poisson):
        return kl_poisson(p, q)
    if isinstance(p, Geometric) and isinstance(q, Geometric):
        return kl_geometric(p, q)
    if isinstance(p, Uniform) and isinstance(q, Uniform):
        return kl_uniform(p, q)
    if isinstance(p, (Normal, Independent)) and isinstance(q, (Normal, Independent)):
        return kl_of_normals(p, q)
    if known(p, Instance) and known(q, Instance):
        raise Unsupported("of these two distributions")
    return kl_of_others(p, q)


@block
def kl_of_others(p, q):
    """Of classes that only the running program knows: there is no formula for these."""
    raise NotImplementedError(f"the KL divergence of {type(p).__name__} and {type(q).__name__}")


@block
def kl_normal(p, q):
    """The KL divergence of two Normal distributions."""
    variances = tf.square(p.scale / q.scale)
    offsets = tf.square((p.loc - q.loc) / q.scale)
    return 0.5 * (variances + offsets - 1 - tf.math.log(variances))


@block
def kl_categorical(p, q):
    """The KL divergence of two Categorical distributions: infinite where q rules out what p has."""
    terms = p.probs * (p.logits - q.logits)
    terms = tf.where(q.probs > 0, terms, math.inf)
    return tf.reduce_sum(tf.where(p.probs > 0, terms, 0), -1)


@block
def kl_independent(p, q):
    """The KL divergence of two Independent distributions over normal ones."""
    if not (type(p.base_dist) is type(q.base_dist) is Normal):
        raise NotImplementedError("the KL divergence of Independent over another class than Normal")
    return sum_rightmost(kl_normal(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@block
def kl_of_normals(p, q):
    """The KL divergence of two normal distributions, or of two that are Independent over these."""
    if type(p) is not type(q):
        raise NotImplementedError("the KL divergence of Normal and Independent")
    return kl_independent(p, q) if isinstance(p, Independent) else kl_normal(p, q)


@block
def kl_bernoulli(p, q):
    """The KL divergence of two Bernoulli distributions: infinite where q rules out what p has."""
    ones = p.probs * (tf.math.softplus(-q.logits) - tf.math.softplus(-p.logits))
    ones = tf.where(p.probs > 0, tf.where(q.probs > 0, ones, math.inf), 0)
    zeros = (1 - p.probs) * (tf.math.softplus(q.logits) - tf.math.softplus(p.logits))
    return ones + tf.where(p.probs < 1, tf.where(q.probs < 1, zeros, math.inf), 0)


@block
def kl_multivariate_normal(p, q):
    """The KL divergence of two MultivariateNormal distributions."""
    diagonals = tf.linalg.diag_part(q.scale_tril), tf.linalg.diag_part(p.scale_tril)
    logs = tf.reduce_sum(tf.math.log(diagonals[0]) - tf.math.log(diagonals[1]), -1)
    ratio = tf.linalg.triangular_solve(q.scale_tril, p.scale_tril)
    offset = tf.linalg.triangular_solve(q.scale_tril, (q.loc - p.loc)[..., None])[..., 0]
    squares = tf.reduce_sum(tf.square(ratio), [-2, -1])
    return logs + 0.5 * (squares + tf.reduce_sum(tf.square(offset) - 1, -1))


@block
def kl_beta(p, q):
    """The KL divergence of two Beta distributions."""
    a, b, c, d = p.concentration1, p.concentration0, q.concentration1, q.concentration0
    logs = tf.math.lgamma(c) + tf.math.lgamma(d) + tf.math.lgamma(a + b)
    logs -= tf.math.lgamma(a) + tf.math.lgamma(b) + tf.math.lgamma(c + d)
    slopes = (a - c) * tf.math.digamma(a) + (b - d) * tf.math.digamma(b)
    return logs + slopes + (c + d - a - b) * tf.math.digamma(a + b)


@block
def kl_gamma(p, q):
    """The KL divergence of two Gamma distributions."""
    a, b = p.concentration, q.concentration
    logs = b * tf.math.log(p.rate / q.rate) + tf.math.lgamma(b) - tf.math.lgamma(a)
    return logs + (a - b) * tf.math.digamma(a) + (q.rate - p.rate) * (a / p.rate)


@block
def kl_dirichlet(p, q):
    """The KL divergence of two Dirichlet distributions."""
    a, b = p.concentration, q.concentration
    total = tf.reduce_sum(a, -1, keepdims=True)
    slopes = tf.reduce_sum((a - b) * (tf.math.digamma(a) - tf.math.digamma(total)), -1)
    return tf.math.lbeta(b) - tf.math.lbeta(a) + slopes


@block
def kl_exponential(p, q):
    """The KL divergence of two Exponential distributions."""
    ratio = q.rate / p.rate
    return ratio - 1 - tf.math.log(ratio)


@block
def kl_laplace(p, q):
    """The KL divergence of two Laplace distributions."""
    ratio, distance = p.scale / q.scale, tf.abs(p.loc - q.loc)
    return distance / q.scale + ratio * tf.exp(-distance / p.scale) - 1 - tf.math.log(ratio)


@block
def kl_poisson(p, q):
    """The KL divergence of two Poisson distributions."""
    return p.rate * (tf.math.log(p.rate) - tf.math.log(q.rate)) - (p.rate - q.rate)


@block
def kl_geometric(p, q):
    """The KL divergence of two Geometric distributions."""
    return -p.entropy() - tf.math.log1p(-q.probs) / p.probs - q.logits


@block
def kl_uniform(p, q):
    """The KL divergence of two Uniform distributions: infinite where q does not reach."""
    logs = tf.math.log((q.high - q.low) / (p.high - p.low))
    return tf.where((q.low <= p.low) & (q.high >= p.high), logs, math.inf)
