"""Variables changed in place; a tensor can't be. Each body is a template."""

import numpy as np
import tensorflow as tf

from porter.rule import (
    Float,
    Number,
    Parameter,
    Same,
    SameShape,
    Tensor,
    Unsupported,
    block,
    dtype,
    known,
    port,
)
from rules.random import drawn_below


@port("Parameter.data")
def parameter_data(input: Parameter) -> Same:
    """The variable itself.

    >>> p.data + 1
    """
    return input


@port("Parameter.copy_")
def copy_(input: Parameter, src, non_blocking=False) -> Same:
    """Give the variable a new value.

    >>> p.data.copy_(x)
    >>> p.data.copy_(0.1 * x + (1 - 0.1) * p.data)
    """
    del non_blocking
    return input.assign(src)


@port("Parameter.add_")
def add_(input: Parameter, other, alpha=1) -> Same | Same | Same:
    """Add to the variable; a number has another shape, which assign_add() does not take.

    >>> p.data.add_(x)
    >>> p.data.add_(x, alpha=0.5)
    >>> p.data.add_(0.1, alpha=0.5)
    """
    if known(other, Number):
        return input.assign(input + alpha * other)
    if known(alpha == 1):
        return input.assign_add(other)
    return input.assign_add(alpha * other)


@port("Parameter.sub_")
def sub_(input: Parameter, other, alpha=1) -> Same | Same | Same:
    """Subtract from the variable.

    >>> p.data.sub_(x)
    >>> p.data.sub_(x, alpha=0.5)
    >>> p.data.sub_(0.1)
    """
    if known(other, Number):
        return input.assign(input - alpha * other)
    if known(alpha == 1):
        return input.assign_sub(other)
    return input.assign_sub(alpha * other)


@port("Parameter.mul_")
def mul_(input: Parameter, other) -> Same:
    """Multiply the variable.

    >>> p.data.mul_(0.5)
    """
    return input.assign(input * other)


@port("Parameter.fill_")
def fill_(input: Parameter, value) -> Same:
    """Set every element of the variable.

    >>> p.data.fill_(0.5)
    """
    return input.assign(tf.fill(input.shape, value))


@port("Parameter.zero_")
def zero_(input: Parameter) -> Same:
    """Set every element of the variable to 0.

    >>> p.data.zero_()
    """
    return input.assign(tf.zeros_like(input))


@port("Parameter.clamp_", "Parameter.clip_")
def clamp_(input: Parameter, min=None, max=None) -> Same | Same | Same:
    """Limit the elements of the variable.

    >>> p.data.clamp_(-0.1, 0.1)
    >>> p.data.clamp_(min=0.1)
    >>> p.data.clip_(max=0.1)
    """
    if min is None:
        return input.assign(tf.minimum(input, max))
    if max is None:
        return input.assign(tf.maximum(input, min))
    return input.assign(tf.minimum(tf.maximum(input, min), max))


@port("Parameter.uniform_")
def uniform_(input: Parameter, a=0.0, b=1.0, generator=None) -> Same | Same:
    """Fill the variable with uniform random numbers.

    >>> p.data.uniform_(-0.1, 0.1)
    >>> p.data.uniform_(-0.1, 0.1, generator=torch.Generator())
    """
    if generator is not None:
        return input.assign(generator.uniform(input.shape, a, b))
    return input.assign(tf.random.uniform(input.shape, a, b))


@port("Parameter.normal_")
def normal_(input: Parameter, mean=0.0, std=1.0, generator=None) -> Same | Same:
    """Fill the variable with normal random numbers.

    >>> p.data.normal_(0, 0.1)
    >>> p.data.normal_(0, 0.1, generator=torch.Generator())
    """
    if generator is not None:
        return input.assign(generator.normal(input.shape, mean, std))
    return input.assign(tf.random.normal(input.shape, mean, std))


@block
def replaced(input, pick, value):
    """A copy of input with value in the place of pick(input): `input[...] = value`."""
    places = pick(tf.reshape(tf.range(tf.size(input)), tf.shape(input)))
    if isinstance(value, (bool, int, float)):
        value = np.array(value)
    value = tf.cast(value, input.dtype)
    extra = max(value.shape.rank - places.shape.rank, 0)  # leading axes of size 1
    value = tf.broadcast_to(tf.reshape(value, tf.shape(value)[extra:]), tf.shape(places))
    flat = tf.tensor_scatter_nd_update(
        tf.reshape(input, [-1]), tf.reshape(places, [-1, 1]), tf.reshape(value, [-1])
    )
    return tf.reshape(flat, tf.shape(input))


@port("Tensor.fill_")
def tensor_fill_(input: Tensor, value) -> SameShape:
    """A tensor of the same shape with this value everywhere.

    >>> x.clone().fill_(0.5)
    >>> a.clone().fill_(2)
    """
    if known(input, Float) and known(value, Number):
        return tf.zeros_like(input) + value
    return tf.cast(tf.fill(tf.shape(input), value), input.dtype)


@port("Tensor.zero_")
def tensor_zero_(input: Tensor) -> SameShape:
    """A tensor of the same shape with 0 everywhere.

    >>> x.clone().zero_()
    """
    return tf.zeros_like(input)


@port("Tensor.copy_")
def tensor_copy_(input: Tensor, src, non_blocking=False) -> SameShape:
    """The other tensor in the first one's shape and dtype.

    >>> x.clone().copy_(y)
    >>> x.clone().copy_(y[0])
    >>> x[0].clone().copy_(a[0])
    """
    del non_blocking
    if known(dtype(input) == dtype(src)):
        return tf.broadcast_to(src, tf.shape(input))
    return tf.broadcast_to(tf.cast(src, input.dtype), tf.shape(input))


@port("Tensor.uniform_")
def tensor_uniform_(
    input: Tensor, low=0.0, to=1.0, generator=None
) -> SameShape | SameShape | SameShape:
    """Uniform random numbers in the same shape.

    >>> x.clone().uniform_(-1, 1)
    >>> x.clone().uniform_(generator=torch.Generator())
    """
    if generator is not None:
        return generator.uniform(tf.shape(input), low, to, input.dtype)
    if known(dtype(input) == "float32"):
        return tf.random.uniform(tf.shape(input), low, to)
    return tf.random.uniform(tf.shape(input), low, to, input.dtype)


@port("Tensor.bernoulli_")
def tensor_bernoulli_(input: Tensor, p=0.5, *, generator=None) -> SameShape:
    """1 with probability p, else 0, in the same shape: what was in it before does not count.

    >>> x.clone().bernoulli_()
    >>> a.clone().bernoulli_(0.5)
    >>> x.new(1, 3).bernoulli_(torch.sigmoid(x[0]))
    """
    if generator is not None:
        raise Unsupported("generator=")
    return drawn_below(input, p)


@port("Tensor.normal_")
def tensor_normal_(
    input: Tensor, mean=0.0, std=1.0, generator=None
) -> SameShape | SameShape | SameShape:
    """Normal random numbers in the same shape.

    >>> x.clone().normal_(0, 0.1)
    >>> x.clone().normal_(0, 0.1, generator=torch.Generator())
    """
    if generator is not None:
        return generator.normal(tf.shape(input), mean, std, input.dtype)
    if known(dtype(input) == "float32"):
        return tf.random.normal(tf.shape(input), mean, std)
    return tf.random.normal(tf.shape(input), mean, std, input.dtype)
