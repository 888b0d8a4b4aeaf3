"""What may be a tensor or something else, and needs no choice: one form is right for both."""

import keras
import numpy as np
import tensorflow as tf

from porter.rule import Number, Object, Parameters, Same, Sequence, Tensor, block, port
from rules.modules import apply_to, moved, set_mode


@port("Either.item")
def item_of_either(x) -> Number:
    """The one element of what may be a tensor or an array.

    Not proven: what is not known is no proof's; cases show it.
    """
    return np.asarray(x).item()


@port("Either.tolist")
def list_of_either(x) -> Sequence:
    """Nested lists of what may be a tensor or an array.

    Not proven: what is not known is no proof's; cases show it.
    """
    return np.asarray(x).tolist()


@port("Either.hasattr")
def has_own_or_either(x, name) -> bool:
    """hasattr(x, "mean") of what may be a tensor: all of torch's have it.

    Not proven: what is not known is no proof's; programs show it.
    """
    return tf.is_tensor(x) or hasattr(x, name)


@port("Either.training")
def mode_of_either(x) -> bool:
    """net.training of what may be a network or settings.

    Not proven: what is not known is no proof's; programs show it.
    """
    return getattr(x, "training", True)


@block
def forward_of(x):
    """x.forward of what may be a network, which is called itself in Keras."""
    return x.forward if hasattr(x, "forward") else x


@port("Either.forward")
def forward_of_either(x) -> Object:
    """x.forward of what may be a network or an object with such a method of its own.

    Not proven: what is not known is no proof's; programs show it.
    """
    return forward_of(x)


@block
def parameters_of(x):
    """x.parameters() of what may be a network, which has variables in Keras."""
    return x.parameters() if hasattr(x, "parameters") else x.trainable_variables


@port("Either.parameters")
def parameters_of_either(x) -> Parameters:
    """x.parameters() of what may be a network or an object with such a method of its own.

    Not proven: what is not known is no proof's; programs show it.
    """
    return parameters_of(x)


@block
def is_plain_tensor(x):
    """Whether the class of x is torch.Tensor. Raises TypeError for a variable: it may have been
    a torch.nn.Parameter, whose class is another one, or a tensor that requires a gradient."""
    if isinstance(x, keras.Variable):
        raise TypeError("whether a variable was torch's Parameter or a tensor is not known")
    return tf.is_tensor(x)


@port("Either.is_plain")
def is_plain(x) -> bool:
    """type(x) == torch.Tensor of whatever it is.

    Not proven: what is not known is no proof's; programs show it.
    """
    return is_plain_tensor(x)


@port("Either.is_not_plain")
def is_not_plain(x) -> bool:
    """type(x) != torch.Tensor of whatever it is.

    Not proven: what is not known is no proof's; programs show it.
    """
    return not is_plain_tensor(x)


@port("Either.to")
def to_either(
    x, device=None, dtype=None, non_blocking=False, copy=False, memory_format=None
) -> Same:
    """x.to(…) of what may be a tensor, a network or an object with such a method.

    Not proven: what is not known is no proof's; programs show it.
    """
    del non_blocking, copy, memory_format  # TensorFlow's tensors never change
    if dtype is None:
        return moved(x, device)
    if device is None:
        return moved(x, dtype)
    return moved(moved(x, device), dtype)


@block
def set_training(x):
    """x.train() of what may be a network, which has none in Keras."""
    return x.train() if hasattr(x, "train") else set_mode(x, True)


@port("Either.train")
def train_either(x) -> Same:
    """x.train() of what may be a network or something with a method of this name.

    Not proven: what is not known is no proof's; programs show it.
    """
    return set_training(x)


@block
def apply_either(x, function):
    """x.apply(function) of what may be a network, which has no such method in Keras."""
    network = isinstance(x, keras.Layer) and not hasattr(x, "apply")
    return apply_to(x, function) if network else x.apply(function)


@port("Either.apply")
def apply_of_either(x, fn) -> Same:
    """x.apply(fn) of what may be a network or something with a method of this name.

    Not proven: what is not known is no proof's; programs show it.
    """
    return apply_either(x, fn)


@block
def matrix_product(x, y):
    """x @ y of any ranks; an object of the program's own has an operator of its own."""
    tensors = [tf.is_tensor(v) or isinstance(v, keras.Variable) for v in (x, y)]
    arrays = all(is_one or isinstance(v, np.ndarray) for is_one, v in zip(tensors, (x, y)))
    return keras.ops.matmul(x, y) if arrays and any(tensors) else x @ y


@port("Either.__matmul__")
def product_of_either(x, y) -> Tensor:
    """x @ y of what may be a tensor or an object of the program's own.

    Not proven: what is not known is no proof's; programs show it.
    """
    return matrix_product(x, y)


@block
def cast_copy(x, dtype):
    """x.float() and its like, whose result is written into. Raises TypeError where x has this
    dtype: torch gives x itself then, and would change it, too."""
    if x.dtype == dtype:
        raise TypeError(f"this cast of {x.dtype.name} is no copy in torch: clone() it first")
    return tf.cast(x, dtype)
