"""getattr(nn, name)(): any activation of torch.nn that takes no argument, by its name."""

import functools

import keras
import tensorflow as tf

from porter.rule import block
from rules.activations import Function
from rules.functional import (
    gelu_of_doubles,
    hard_tanh,
    hardshrink,
    hardsigmoid,
    leaky,
    self_normalising,
    softshrink,
)


@block
def activation_named(name):
    """What makes the activation that torch.nn has under this name, with torch's defaults."""
    functions = {
        "CELU": tf.nn.elu, "ELU": tf.nn.elu, "GELU": gelu_of_doubles,
        "Hardshrink": hardshrink, "Hardsigmoid": hardsigmoid,
        "Hardswish": keras.activations.hard_silu, "Hardtanh": hard_tanh, "Identity": tf.identity,
        "LeakyReLU": functools.partial(leaky, slope=0.01),
        "LogSigmoid": tf.math.log_sigmoid, "Mish": keras.activations.mish, "ReLU": tf.nn.relu,
        "ReLU6": tf.nn.relu6, "SELU": self_normalising, "Sigmoid": tf.sigmoid,
        "SiLU": tf.nn.silu, "Softplus": tf.math.softplus, "Softshrink": softshrink,
        "Softsign": tf.nn.softsign, "Tanh": tf.tanh, "Tanhshrink": keras.activations.tanh_shrink,
    }  # fmt: skip
    if name not in functions:
        raise AttributeError(f"torch.nn has no activation {name!r} that takes no argument")
    return functools.partial(Function, functions[name])
