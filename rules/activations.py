"""Activations and other layers without weights, as Keras layers. Each body is a template."""

import keras
import tensorflow as tf

from porter.rule import Module, Unsupported, block, known, port
from rules.functional import (
    above,
    gated,
    hard_tanh,
    hardshrink,
    learned_relu,
    linear_softplus,
    self_normalising,
    softshrink,
)
from rules.linear import Layer
from rules.model import Constructed
from rules.softmax import log_softmax_without_dim, softmax_without_dim


@block
class Function(Layer):
    """A function as a layer; unlike keras.layers.Activation, it has options and can be copied."""

    def __init__(self, function, **options):
        super().__init__()
        self.function, self.options = function, options

    def call(self, x):
        return self.function(x, **self.options)


@block
def layer_class(make):
    """A class for layers that inherit from what make() gives."""

    class Made(Function):
        def __init__(self, *args, **options):
            made = make(*args, **options)
            made.autocast = False  # doubles stay doubles
            super().__init__(made.__call__)

    return Made


@port("torch.nn.ReLU")
def relu_layer(inplace=False) -> Module:
    """max(x, 0).

    >>> nn.ReLU()(x)
    >>> nn.ReLU(inplace=True)(x + 0)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.ReLU()


@port("torch.nn.ReLU6")
def relu6_layer(inplace=False) -> Module:
    """min(max(x, 0), 6).

    >>> nn.ReLU6()(4 * x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.Activation("relu6")


@port("torch.nn.LeakyReLU")
def leaky_relu_layer(negative_slope=0.01, inplace=False) -> Module:
    """x, or a little of it where x is negative.

    >>> nn.LeakyReLU()(x)
    >>> nn.LeakyReLU(0.2)(x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.LeakyReLU(negative_slope=negative_slope)


@port("torch.nn.PReLU")
class PReLU(Constructed, keras.layers.PReLU):
    """torch.nn.PReLU: x, or a learned part of it where x is negative: one, or one a channel.

    >>> nn.PReLU()(x)
    >>> nn.PReLU(3, init=0.1)(x)
    """

    def __init__(self, num_parameters=1, init=0.25):
        super().__init__(alpha_initializer=keras.initializers.Constant(init))
        self.build((None, num_parameters))
        self.input_spec = None  # any rank; the channels are axis 1

    def call(self, x):
        return learned_relu(x, self.alpha)


@port("torch.nn.RReLU")
def rrelu_layer(lower=0.125, upper=0.3333333333333333, inplace=False) -> Module:
    """x, or a random part of it where x is negative.

    Not proven: it is refused.
    """
    del lower, upper, inplace
    raise Unsupported("TensorFlow has no random slopes")


@port("torch.nn.ELU")
def elu_layer(alpha=1.0, inplace=False) -> Module:
    """x, or alpha * (exp(x) - 1) where x is negative.

    >>> nn.ELU()(x)
    >>> nn.ELU(0.5)(x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.ELU(alpha=alpha)


@block
def smooth_elu(x, alpha=1.0):
    """x, or alpha * (exp(x / alpha) - 1) where x is negative: torch.nn.functional.celu."""
    return alpha * tf.nn.elu(x / alpha)


@port("torch.nn.CELU")
def celu_layer(alpha=1.0, inplace=False) -> Module:
    """x, or alpha * (exp(x / alpha) - 1) where x is negative.

    >>> nn.CELU()(x)
    >>> nn.CELU(0.5)(x)
    """
    del inplace  # the layer before hands its output to this one only
    if known(alpha == 1):
        return keras.layers.ELU()
    return Function(smooth_elu, alpha=alpha)


@port("torch.nn.SELU")
def selu_layer(inplace=False) -> Module:
    """Self-normalising elu.

    >>> nn.SELU()(x)
    """
    del inplace  # the layer before hands its output to this one only
    return Function(self_normalising)


@port("torch.nn.GELU")
def gelu_layer(approximate="none") -> Module:
    """x times the normal distribution function of x.

    >>> nn.GELU()(x)
    >>> nn.GELU("tanh")(x)
    >>> nn.GELU(approximate="none")(x)
    """
    if approximate == "none":
        return keras.layers.Activation("gelu")
    return Function(tf.nn.gelu, approximate=True)


@port("torch.nn.SiLU")
def silu_layer(inplace=False) -> Module:
    """x * sigmoid(x).

    >>> nn.SiLU()(x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.Activation("silu")


@port("torch.nn.Mish")
def mish_layer(inplace=False) -> Module:
    """x * tanh(softplus(x)).

    >>> nn.Mish()(x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.Activation("mish")


@port("torch.nn.Softplus")
def softplus_layer(beta=1.0, threshold=20.0) -> Module:
    """log(1 + exp(beta * x)) / beta, or x where beta * x is above the threshold.

    >>> nn.Softplus()(x)
    >>> nn.Softplus(beta=2)(x)
    >>> nn.Softplus(1, 0.5)(x)
    """
    if beta == 1 and threshold == 20:
        return keras.layers.Activation("softplus")
    return Function(linear_softplus, beta=beta, threshold=threshold)


@port("torch.nn.Softsign")
def softsign_layer() -> Module:
    """x / (1 + |x|).

    >>> nn.Softsign()(x)
    """
    return keras.layers.Activation("softsign")


@port("torch.nn.Softshrink")
def softshrink_layer(lambd=0.5) -> Module:
    """x, nearer to 0 by lambd.

    >>> nn.Softshrink()(x)
    >>> nn.Softshrink(0.1)(x)
    """
    return Function(softshrink, lambd=lambd)


@port("torch.nn.Hardshrink")
def hardshrink_layer(lambd=0.5) -> Module:
    """x, or 0 where it is in [-lambd, lambd].

    >>> nn.Hardshrink()(x)
    >>> nn.Hardshrink(0.1)(x)
    """
    return Function(hardshrink, lambd=lambd)


@port("torch.nn.Hardtanh")
def hardtanh_layer(min_val=-1.0, max_val=1.0, inplace=False) -> Module:
    """x, limited to [min_val, max_val].

    >>> nn.Hardtanh()(x)
    >>> nn.Hardtanh(-2, 0.5)(x)
    """
    del inplace  # the layer before hands its output to this one only
    return Function(hard_tanh, low=min_val, high=max_val)


@port("torch.nn.Hardsigmoid")
def hardsigmoid_layer(inplace=False) -> Module:
    """relu6(x + 3) / 6.

    >>> nn.Hardsigmoid()(3 * x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.Activation("hard_sigmoid")


@port("torch.nn.Hardswish")
def hardswish_layer(inplace=False) -> Module:
    """x * relu6(x + 3) / 6.

    >>> nn.Hardswish()(3 * x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.Activation("hard_silu")


@port("torch.nn.Tanhshrink")
def tanhshrink_layer() -> Module:
    """x - tanh(x).

    >>> nn.Tanhshrink()(x)
    """
    return keras.layers.Activation("tanh_shrink")


@port("torch.nn.Threshold")
def threshold_layer(threshold, value, inplace=False) -> Module:
    """x where it is above the threshold, else the value.

    >>> nn.Threshold(0.1, 20)(x)
    """
    del inplace  # the layer before hands its output to this one only
    return Function(above, threshold=threshold, value=value)


@port("torch.nn.Sigmoid")
def sigmoid_layer() -> Module:
    """1 / (1 + exp(-x)).

    >>> nn.Sigmoid()(x)
    """
    return keras.layers.Activation("sigmoid")


@port("torch.nn.LogSigmoid")
def logsigmoid_layer() -> Module:
    """Logarithm of the sigmoid.

    >>> nn.LogSigmoid()(x)
    """
    return keras.layers.Activation("log_sigmoid")


@port("torch.nn.Tanh")
def tanh_layer() -> Module:
    """Hyperbolic tangent.

    >>> nn.Tanh()(x)
    """
    return keras.layers.Activation("tanh")


@port("torch.nn.Softmax")
def softmax_layer(dim=None) -> Module:
    """Probabilities along dim.

    >>> nn.Softmax(dim=-1)(x)
    >>> nn.Softmax(1)(x)
    >>> nn.Softmax(0)(x)
    """
    if dim is None:
        return Function(softmax_without_dim)
    return keras.layers.Softmax(axis=dim)


@port("torch.nn.Softmax2d")
def softmax2d_layer() -> Module:
    """Probabilities of the channels of images.

    >>> nn.Softmax2d()(x.reshape(2, 2, 3, 1))
    """
    return keras.layers.Softmax(axis=-3)


@port("torch.nn.LogSoftmax")
def log_softmax_layer(dim=None) -> Module:
    """Logarithms of the probabilities along dim.

    >>> nn.LogSoftmax(dim=1)(x)
    >>> nn.LogSoftmax(0)(x)
    """
    if dim is None:
        return Function(log_softmax_without_dim)
    return Function(tf.nn.log_softmax, axis=dim)


@block
def negative_softmax(x, axis):
    """Probabilities along an axis, the greatest for the smallest: torch's softmin."""
    return tf.nn.softmax(-x, axis=axis)


@port("torch.nn.Softmin")
def softmin_layer(dim=None) -> Module:
    """Probabilities along dim, the greatest for the smallest.

    >>> nn.Softmin(dim=1)(x)
    """
    if dim is None:
        raise Unsupported("a Softmin without dim")
    return Function(negative_softmax, axis=dim)


@port("torch.nn.GLU")
def glu_layer(dim=-1) -> Module:
    """One half along dim times the sigmoid of the other.

    >>> nn.GLU(0)(x)
    >>> nn.GLU()(x.reshape(3, 4))
    """
    return Function(gated, axis=dim)
