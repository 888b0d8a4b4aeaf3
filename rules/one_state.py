"""A state on its way to the policy: it gets its axis of the batch as an array, which costs
nothing, where TensorFlow needs an operation. Each body is a template.
"""

import numpy as np
import tensorflow as tf

from porter.rule import Array, Float, Number, Size, SomeTensors, Tensor, Unsupported, known, match
from rules.from_data import tensor_of
from rules.from_numpy import from_array


@match(
    "torch.from_numpy(state).float().unsqueeze(0)",
    "torch.from_numpy(state).unsqueeze(0).float()",
    "torch.from_numpy(state).to(torch.float32).unsqueeze(0)",
)
def one_array(state) -> Float:
    """A batch of one array, as float32.

    >>> torch.from_numpy(n).float().unsqueeze(0)
    >>> torch.from_numpy(n[0]).unsqueeze(0).float()
    """
    return from_array(state[np.newaxis], tf.float32)


@match("torch.FloatTensor(state).unsqueeze(0)", "torch.Tensor(state).unsqueeze(0)")
def one_state(state) -> Float | Float | Float | Float:
    """A batch of one state, as float32.

    >>> torch.FloatTensor(n).unsqueeze(0)
    >>> torch.Tensor([1, 2]).unsqueeze(0)
    >>> torch.FloatTensor([x[0, 0], x[1, 1]]).unsqueeze(0)
    >>> torch.Tensor(x).unsqueeze(0)
    """
    if known(state, Number) or known(state, Size):
        raise Unsupported("a tensor of uninitialised memory")
    if known(state, Tensor):
        return tf.expand_dims(tf.cast(state, tf.float32), axis=0)
    if known(state, SomeTensors):
        return tf.expand_dims(tf.cast(tensor_of(state), tf.float32), axis=0)
    if known(state, Array):
        return from_array(state[np.newaxis], tf.float32)
    return from_array([state], tf.float32)


@match(
    "torch.tensor(state, dtype=torch.float32).unsqueeze(0)",
    "torch.tensor(state, dtype=torch.float).unsqueeze(0)",
    "torch.as_tensor(state, dtype=torch.float32).unsqueeze(0)",
)
def one_float_state(state) -> Float | Float | Float | Float:
    """A batch of one state, as float32.

    >>> torch.tensor([0.5, 2.0], dtype=torch.float32).unsqueeze(0)
    >>> torch.tensor(2, dtype=torch.float).unsqueeze(0)
    >>> torch.as_tensor(n[0], dtype=torch.float32).unsqueeze(0)
    >>> torch.as_tensor(x.double(), dtype=torch.float32).unsqueeze(0)
    >>> torch.tensor([x[0, 0], x[1, 1]], dtype=torch.float32).unsqueeze(0)
    """
    if known(state, Tensor):
        return tf.expand_dims(tf.cast(state, tf.float32), axis=0)
    if known(state, SomeTensors):
        return tf.expand_dims(tf.cast(tensor_of(state), tf.float32), axis=0)
    if known(state, Array):
        return from_array(state[np.newaxis], tf.float32)
    return from_array([state], tf.float32)
