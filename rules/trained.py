"""requires_grad: which parameters are trained.

Keras's own `trainable` would take a variable out of `trainable_variables`; torch's parameters stay
parameters when they are frozen. A variable has the attribute `trained` instead, False where it is
frozen, and the gradient of a loss looks at it.
"""

import keras
import tensorflow as tf

from porter.rule import Module, Parameter, Same, block, port


@block
def is_trained(param):
    """torch's param.requires_grad."""
    return getattr(param, "trained", param.trainable)


@block
def with_trained(param, flag):
    """A parameter that is trained, or is frozen; so is TensorFlow's own variable in it."""
    param.trained = flag
    if isinstance(param, keras.Variable):
        param.value.trained = flag
    return param


@block
def set_trained(owner, flag=True):
    """requires_grad_(flag): train a parameter, or all those of a network, or freeze them."""
    for param in getattr(owner, "trainable_variables", [owner]):
        with_trained(param, flag)
    return owner


@block
def trained_as(module, other):
    """A copy of a network, or of a list of them: what is frozen in the one is in the other."""
    if not hasattr(module, "trainable_variables"):
        for one, source in zip(module, other):
            trained_as(one, source)
        return module
    for param, source in zip(module.trainable_variables, other.trainable_variables):
        with_trained(param, is_trained(source))
    return module


@block
def trained_gradient(tape, losses, params):
    """The gradients of parameters: None for those that are frozen."""
    grads = tape.gradient(losses, params)
    return tf.nest.map_structure(
        lambda param, grad: grad if is_trained(param) else None, params, grads, check_types=False
    )


@block
def which_trained(*optimizers):
    """Which parameters are trained: a tf.function that gets this has a trace for each choice."""
    return tuple(is_trained(param) for optimizer in optimizers for param in optimizer.params)


@port("Parameter.requires_grad")
def asks_trained(input: Parameter) -> bool:
    """Whether a parameter is trained.

    >>> p.requires_grad
    >>> p.requires_grad_(False).requires_grad
    """
    return is_trained(input)


@port("Parameter.requires_grad_")
def train_or_freeze(input: Parameter, requires_grad=True) -> Same:
    """Train a parameter, or freeze it.

    >>> p.requires_grad_()
    >>> p.requires_grad_(False)
    """
    return with_trained(input, requires_grad)


@port("Either.requires_grad_")
def train_or_freeze_either(input, requires_grad=True) -> Same:
    """The same of what may be a network or a parameter.

    Not proven: what is known has a rule of its own.
    """
    return set_trained(input, requires_grad)


@port("Module.requires_grad_")
def train_or_freeze_all(module: Module, requires_grad=True) -> Same:
    """Train all parameters of a network, or freeze them.

    >>> net.requires_grad_(False)(x)
    """
    return set_trained(module, requires_grad)
