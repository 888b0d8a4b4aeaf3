"""Activations as functions. Each body is a template."""

import tensorflow as tf

from porter.rule import SameDtype, SameShape, Tensor, Unsupported, known, port, rank


@port("torch.relu", "torch.nn.functional.relu", "Tensor.relu")
def relu(input: Tensor, inplace=False) -> SameShape:
    """max(x, 0).

    >>> F.relu(x)
    >>> x.relu()
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return tf.nn.relu(input)


@port("torch.nn.functional.relu6")
def relu6(input: Tensor) -> SameShape:
    """min(max(x, 0), 6).

    >>> F.relu6(x)
    """
    return tf.nn.relu6(input)


@port("torch.tanh", "torch.nn.functional.tanh", "Tensor.tanh")
def tanh(input: Tensor) -> SameShape:
    """Hyperbolic tangent.

    >>> torch.tanh(x)
    >>> F.tanh(x)
    """
    return tf.tanh(input)


@port("torch.sigmoid", "torch.nn.functional.sigmoid", "Tensor.sigmoid", "torch.special.expit")
def sigmoid(input: Tensor) -> SameShape:
    """1 / (1 + exp(-x)).

    >>> torch.sigmoid(x)
    """
    return tf.sigmoid(input)


@port("torch.nn.functional.logsigmoid")
def logsigmoid(input: Tensor) -> SameShape:
    """Logarithm of the sigmoid.

    >>> F.logsigmoid(x)
    """
    return tf.math.log_sigmoid(input)


@port("torch.softmax", "torch.nn.functional.softmax", "Tensor.softmax")
def softmax(input: Tensor, dim=None) -> SameShape | SameShape:
    """Probabilities along dim.

    >>> F.softmax(x, dim=1)
    >>> torch.softmax(x, -1)
    >>> x.softmax(dim=0)
    """
    if dim is not None:
        return tf.nn.softmax(input, axis=dim)
    if rank(input) not in (1, 2):
        raise Unsupported("softmax without dim of more than a matrix")
    return tf.nn.softmax(input)


@port("torch.log_softmax", "torch.nn.functional.log_softmax", "Tensor.log_softmax")
def log_softmax(input: Tensor, dim=None) -> SameShape | SameShape:
    """Logarithms of the probabilities along dim.

    >>> F.log_softmax(x, dim=1)
    """
    if dim is not None:
        return tf.nn.log_softmax(input, axis=dim)
    if rank(input) not in (1, 2):
        raise Unsupported("log_softmax without dim of more than a matrix")
    return tf.nn.log_softmax(input)


@port("torch.nn.functional.softplus")
def softplus(input: Tensor, beta=1.0) -> SameShape | SameShape:
    """log(1 + exp(x)).

    >>> F.softplus(x)
    >>> F.softplus(-2 * x, beta=2)
    """
    if beta == 1:
        return tf.nn.softplus(input)
    return tf.nn.softplus(beta * input) / beta


@port("torch.nn.functional.elu")
def elu(input: Tensor, alpha=1.0, inplace=False) -> SameShape:
    """x, or exp(x) - 1 where x is negative.

    >>> F.elu(x)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    if alpha != 1:
        raise Unsupported("TensorFlow's elu has no alpha")
    return tf.nn.elu(input)


@port("torch.nn.functional.leaky_relu")
def leaky_relu(input: Tensor, negative_slope=0.01, inplace=False) -> SameShape:
    """x, or a little of it where x is negative.

    >>> F.leaky_relu(x)
    >>> F.leaky_relu(x, 0.2)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return tf.nn.leaky_relu(input, alpha=negative_slope)


@port("torch.nn.functional.gelu")
def gelu(input: Tensor, approximate="none") -> SameShape | SameShape:
    """x times the normal distribution function of x.

    >>> F.gelu(x)
    >>> F.gelu(x, approximate="tanh")
    """
    if approximate == "none":
        return tf.nn.gelu(input)
    return tf.nn.gelu(input, approximate=True)


@port("torch.nn.functional.silu")
def silu(input: Tensor, inplace=False) -> SameShape:
    """x * sigmoid(x).

    >>> F.silu(x)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return tf.nn.silu(input)


@port("torch.selu", "torch.nn.functional.selu")
def selu(input: Tensor, inplace=False) -> SameShape:
    """Self-normalising elu.

    >>> F.selu(x)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return tf.nn.selu(input)


@port("torch.nn.functional.linear")
def linear(input: Tensor, weight: Tensor, bias=None) -> SameDtype | SameDtype:
    """x times the transposed weight, plus bias.

    >>> F.linear(x, y)
    >>> F.linear(x, y, y[:, 0])
    """
    if known(rank(input) == 1):
        raise Unsupported("TensorFlow multiplies matrices only")
    if bias is None:
        return tf.matmul(input, weight, transpose_b=True)
    return tf.matmul(input, weight, transpose_b=True) + bias
