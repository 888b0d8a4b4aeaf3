"""Activations and other layers without weights, as Keras layers. Each body is a template."""

import keras

from porter.rule import Module, Unsupported, port


@port("torch.nn.ReLU")
def relu_layer(inplace=False) -> Module:
    """max(x, 0).

    >>> nn.ReLU()(x)
    >>> nn.ReLU(inplace=True)(x + 0)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.ReLU()


@port("torch.nn.Tanh")
def tanh_layer() -> Module:
    """Hyperbolic tangent.

    >>> nn.Tanh()(x)
    """
    return keras.layers.Activation("tanh")


@port("torch.nn.Sigmoid")
def sigmoid_layer() -> Module:
    """1 / (1 + exp(-x)).

    >>> nn.Sigmoid()(x)
    """
    return keras.layers.Activation("sigmoid")


@port("torch.nn.Softplus")
def softplus_layer() -> Module:
    """log(1 + exp(x)).

    >>> nn.Softplus()(x)
    """
    return keras.layers.Activation("softplus")


@port("torch.nn.ELU")
def elu_layer(alpha=1.0, inplace=False) -> Module:
    """x, or alpha * (exp(x) - 1) where x is negative.

    >>> nn.ELU()(x)
    >>> nn.ELU(0.5)(x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.ELU(alpha=alpha)


@port("torch.nn.LeakyReLU")
def leaky_relu_layer(negative_slope=0.01, inplace=False) -> Module:
    """x, or a little of it where x is negative.

    >>> nn.LeakyReLU()(x)
    >>> nn.LeakyReLU(0.2)(x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.LeakyReLU(negative_slope=negative_slope)


@port("torch.nn.GELU")
def gelu_layer() -> Module:
    """x times the normal distribution function of x.

    >>> nn.GELU()(x)
    """
    return keras.layers.Activation("gelu")


@port("torch.nn.SiLU")
def silu_layer(inplace=False) -> Module:
    """x * sigmoid(x).

    >>> nn.SiLU()(x)
    """
    del inplace  # the layer before hands its output to this one only
    return keras.layers.Activation("silu")


@port("torch.nn.Softmax")
def softmax_layer(dim=None) -> Module:
    """Probabilities along dim.

    >>> nn.Softmax(dim=-1)(x)
    >>> nn.Softmax(1)(x)
    """
    if dim is None:
        raise Unsupported("a Softmax without dim")
    return keras.layers.Softmax(axis=dim)


@port("torch.nn.Identity")
def identity_layer() -> Module:
    """x.

    >>> nn.Identity()(x)
    """
    return keras.layers.Identity()


@port("torch.nn.Flatten")
def flatten_layer(start_dim=1, end_dim=-1) -> Module:
    """All dimensions but the first in one.

    >>> nn.Flatten()(x)
    """
    if start_dim != 1 or end_dim != -1:
        raise Unsupported("Keras flattens all dimensions but the first")
    return keras.layers.Flatten()
