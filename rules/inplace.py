"""Variables changed in place; a tensor can't be. Each body is a template."""

import tensorflow as tf

from porter.rule import Nothing, Parameter, Same, Tensor, Unsupported, port


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
def add_(input: Parameter, other, alpha=1) -> Same | Same:
    """Add to the variable.

    >>> p.data.add_(x)
    >>> p.data.add_(x, alpha=0.5)
    """
    if alpha == 1:
        return input.assign_add(other)
    return input.assign_add(alpha * other)


@port("Parameter.sub_")
def sub_(input: Parameter, other, alpha=1) -> Same | Same:
    """Subtract from the variable.

    >>> p.data.sub_(x)
    >>> p.data.sub_(x, alpha=0.5)
    """
    if alpha == 1:
        return input.assign_sub(other)
    return input.assign_sub(alpha * other)


@port("Parameter.mul_")
def mul_(input: Parameter, other) -> Same:
    """Multiply the variable.

    >>> p.data.mul_(0.5)
    """
    return input.assign(input * other)


@port("Parameter.fill_", "torch.nn.init.constant_")
def fill_(input: Parameter, value) -> Same:
    """Set every element of the variable.

    >>> p.data.fill_(0.5)
    >>> nn.init.constant_(p, 0.25)
    """
    return input.assign(tf.fill(input.shape, value))


@port("Parameter.zero_", "torch.nn.init.zeros_")
def zero_(input: Parameter) -> Same:
    """Set every element of the variable to 0.

    >>> p.data.zero_()
    """
    return input.assign(tf.zeros_like(input))


@port("Parameter.clamp_")
def clamp_(input: Parameter, min, max) -> Same:
    """Limit the elements of the variable.

    >>> p.data.clamp_(-0.1, 0.1)
    """
    return input.assign(tf.minimum(tf.maximum(input, min), max))


@port("Parameter.uniform_", "torch.nn.init.uniform_")
def uniform_(input: Parameter, a=0.0, b=1.0) -> Same:
    """Fill the variable with uniform random numbers.

    >>> p.data.uniform_(-0.1, 0.1)
    """
    return input.assign(tf.random.uniform(input.shape, a, b))


@port("Parameter.normal_", "torch.nn.init.normal_")
def normal_(input: Parameter, mean=0.0, std=1.0) -> Same:
    """Fill the variable with normal random numbers.

    >>> p.data.normal_(0, 0.1)
    """
    return input.assign(tf.random.normal(input.shape, mean, std))


@port(
    "Tensor.copy_", "Tensor.add_", "Tensor.sub_", "Tensor.mul_", "Tensor.div_", "Tensor.fill_",
    "Tensor.zero_", "Tensor.clamp_", "Tensor.uniform_", "Tensor.normal_",
)  # fmt: skip
def tensor_in_place(input: Tensor, *args, **kwargs) -> Nothing:
    """A tensor can't be changed in place.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's tensors can't be changed in place: write x = …")
