"""Activations as functions. Each body is a template."""

import keras
import tensorflow as tf

from porter.rule import (
    Float,
    Int,
    Nothing,
    SameShape,
    Tensor,
    Unsupported,
    block,
    dtype,
    known,
    port,
)


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
def relu6(input: Tensor, inplace=False) -> SameShape:
    """min(max(x, 0), 6).

    >>> F.relu6(4 * x)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return tf.nn.relu6(input)


@block
def leaky(x, slope):
    """x, or slope * x where x is negative; tf.nn.leaky_relu rounds the slope to float32, and takes
    no tensor for it."""
    return tf.where(x > 0, x, slope * x)


@port("torch.nn.functional.leaky_relu")
def leaky_relu(input: Tensor, negative_slope=0.01, inplace=False) -> SameShape:
    """x, or a little of it where x is negative.

    >>> F.leaky_relu(x)
    >>> F.leaky_relu(x, 0.2)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    if known(dtype(input) == "float64"):
        return leaky(input, negative_slope)
    if known(negative_slope == negative_slope):  # it stands there: a setting may become a tensor
        return tf.nn.leaky_relu(input, alpha=negative_slope)
    return leaky(input, negative_slope)


@block
def learned_relu(x, weight):
    """x, or x times the weight where x is negative; each channel may have a weight of its own."""
    if x.shape.rank != 1 and weight.shape.rank == 1:
        weight = tf.reshape(weight, [-1] + [1] * (x.shape.rank - 2) if x.shape.rank else [])
    return tf.where(x > 0, x, weight * x)


@port("torch.prelu", "torch.nn.functional.prelu", "Tensor.prelu")
def prelu(input: Tensor, weight: Tensor) -> SameShape:
    """x, or x times a learned weight where x is negative.

    >>> F.prelu(x, y[0])
    >>> torch.prelu(x, y[0, :1])
    >>> x.prelu(y[0])
    """
    return learned_relu(input, weight)


@port("torch.rrelu", "torch.nn.functional.rrelu")
def rrelu(
    input: Tensor, lower=0.125, upper=0.3333333333333333, training=False, inplace=False
) -> SameShape:
    """x, or a little of it where x is negative: the mean slope.

    >>> F.rrelu(x)
    >>> F.rrelu(x, 0.1, 0.3)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    if training:
        raise Unsupported("TensorFlow has no random slopes")
    if known(dtype(input) == "float64"):
        return leaky(input, (lower + upper) / 2)
    if known(lower == upper or lower != upper):
        return tf.nn.leaky_relu(input, alpha=(lower + upper) / 2)
    return leaky(input, (lower + upper) / 2)


@port("torch.nn.functional.elu")
def elu(input: Tensor, alpha=1.0, inplace=False) -> SameShape:
    """x, or alpha * (exp(x) - 1) where x is negative.

    >>> F.elu(x)
    >>> F.elu(x, 0.5)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    if alpha == 1:
        return tf.nn.elu(input)
    if known(alpha == alpha):
        return keras.activations.elu(input, alpha=alpha)
    return tf.where(input > 0, input, alpha * tf.nn.elu(input))


@port("torch.celu", "torch.nn.functional.celu")
def celu(input: Tensor, alpha=1.0, inplace=False) -> SameShape:
    """x, or alpha * (exp(x / alpha) - 1) where x is negative.

    >>> F.celu(x)
    >>> torch.celu(x, 0.5)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    if alpha == 1:
        return tf.nn.elu(input)
    return alpha * tf.nn.elu(input / alpha)


@block
def self_normalising(x):
    """torch.selu; unlike tf.nn.selu's, the gradient at 0 is that of its left side."""
    return 1.0507009873554805 * tf.where(x > 0, x, 1.6732632423543772 * tf.nn.elu(x))


@port("torch.selu", "torch.nn.functional.selu")
def selu(input: Tensor, inplace=False) -> SameShape:
    """Self-normalising elu.

    >>> F.selu(x)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return self_normalising(input)


@block
def gelu_of_doubles(x, approximate=False):
    """x times the normal distribution function of x; tf.nn.gelu has constants in float32."""
    if approximate:
        return 0.5 * x * (1 + tf.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))
    return 0.5 * x * (1 + tf.math.erf(x * 0.7071067811865476))


@port("torch.nn.functional.gelu")
def gelu(input: Tensor, approximate="none") -> SameShape:
    """x times the normal distribution function of x.

    >>> F.gelu(x)
    >>> F.gelu(x, approximate="tanh")
    """
    if known(dtype(input) == "float64"):
        return gelu_of_doubles(input, approximate=approximate == "tanh")
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


@port("torch.nn.functional.mish")
def mish(input: Tensor, inplace=False) -> SameShape:
    """x * tanh(softplus(x)).

    >>> F.mish(x)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return keras.activations.mish(input)


@block
def linear_softplus(x, beta=1.0, threshold=20.0):
    """log(1 + exp(beta * x)) / beta; just x where beta * x is above the threshold."""
    return tf.where(beta * x > threshold, x, tf.nn.softplus(beta * x) / beta)


@port("torch.nn.functional.softplus")
def softplus(input: Tensor, beta=1.0, threshold=20.0) -> SameShape:
    """log(1 + exp(x)); that it is x itself above 20 in torch is less than rounding in float32.

    >>> F.softplus(x)
    >>> F.softplus(-2 * x, beta=2)
    >>> F.softplus(x, 2, 1)
    """
    if threshold != 20:
        return linear_softplus(input, beta=beta, threshold=threshold)
    if beta == 1:
        return tf.nn.softplus(input)
    return tf.nn.softplus(beta * input) / beta


@port("torch.nn.functional.softsign")
def softsign(input: Float) -> SameShape:
    """x / (1 + |x|).

    >>> F.softsign(x)
    """
    return tf.nn.softsign(input)


@port("torch.nn.functional.softshrink")
def softshrink(input: Tensor, lambd=0.5) -> SameShape:
    """x, nearer to 0 by lambd.

    >>> F.softshrink(x)
    >>> F.softshrink(x + y, 0.2)
    """
    return input - tf.clip_by_value(input, -lambd, lambd)


@port("torch.hardshrink", "torch.nn.functional.hardshrink", "Tensor.hardshrink")
def hardshrink(input: Tensor, lambd=0.5) -> SameShape:
    """x, or 0 where it is in [-lambd, lambd].

    >>> F.hardshrink(x)
    >>> torch.hardshrink(x + y, 0.2)
    >>> x.hardshrink(0.1)
    """
    return tf.where(tf.abs(input) <= lambd, tf.zeros_like(input), input)


@block
def hard_tanh(x, low=-1.0, high=1.0):
    """x in [low, high]; unlike tf.clip_by_value's, the gradient is 0 at the bounds, too."""
    return tf.where((x > low) & (x < high), x, tf.clip_by_value(tf.stop_gradient(x), low, high))


@port("torch.nn.functional.hardtanh")
def hardtanh(input: Tensor, min_val=-1.0, max_val=1.0, inplace=False) -> SameShape:
    """x, limited to [min_val, max_val].

    >>> F.hardtanh(x)
    >>> F.hardtanh(x, -0.5, 2.0)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    if known(input, Int):
        raise Unsupported("integers: write torch.clamp")
    return hard_tanh(input, low=min_val, high=max_val)


@port("torch.nn.functional.hardsigmoid")
def hardsigmoid(input: Tensor, inplace=False) -> SameShape:
    """relu6(x + 3) / 6.

    >>> F.hardsigmoid(3 * x)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return tf.nn.relu6(input + 3) / 6


@port("torch.nn.functional.hardswish")
def hardswish(input: Tensor, inplace=False) -> SameShape:
    """x * relu6(x + 3) / 6.

    >>> F.hardswish(3 * x)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return keras.activations.hard_silu(input)


@port("torch.nn.functional.tanhshrink")
def tanhshrink(input: Float) -> SameShape:
    """x - tanh(x).

    >>> F.tanhshrink(x)
    """
    return input - tf.tanh(input)


@block
def above(x, threshold, value):
    """x where it is above the threshold, else the value."""
    return tf.where(x <= threshold, tf.constant(value, x.dtype), x)


@port("torch.threshold", "torch.nn.functional.threshold")
def threshold_(input: Tensor, threshold, value, inplace=False) -> SameShape:
    """x where it is above the threshold, else the value.

    >>> F.threshold(x, 0.1, 20)
    >>> torch.threshold(x, -0.1, -5.0)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    if known(input, Int):
        raise Unsupported("integers: write torch.where")
    return above(input, threshold, value)


@port("torch.tanh", "torch.nn.functional.tanh", "Tensor.tanh")
def tanh(input: Float) -> SameShape:
    """Hyperbolic tangent.

    >>> torch.tanh(x)
    >>> F.tanh(x)
    """
    return tf.tanh(input)


@port("torch.sigmoid", "torch.nn.functional.sigmoid", "Tensor.sigmoid", "torch.special.expit")
def sigmoid(input: Float) -> SameShape:
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


@block
def gated(x, axis=-1):
    """One half along an axis times the sigmoid of the other."""
    values, gates = tf.split(x, 2, axis=axis)
    return values * tf.sigmoid(gates)


@port("torch.nn.functional.glu")
def glu(input: Tensor, dim=-1) -> SameShape:
    """One half along dim times the sigmoid of the other.

    >>> F.glu(x, 0)
    >>> F.glu(x.t())
    """
    return gated(input, axis=dim)


@port(
    "torch.relu_", "torch.selu_", "torch.celu_", "torch.rrelu_", "torch.threshold_",
    "torch.nn.functional.relu_", "torch.nn.functional.leaky_relu_", "torch.nn.functional.elu_",
    "torch.nn.functional.celu_", "torch.nn.functional.selu_", "torch.nn.functional.rrelu_",
    "torch.nn.functional.hardtanh_", "torch.nn.functional.threshold_",
)  # fmt: skip
def activated_in_place(input: Tensor, *args, **kwargs) -> Nothing:
    """A tensor can't be changed in place.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's tensors can't be changed in place: write x = F.relu(x)")
