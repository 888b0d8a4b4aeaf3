"""torch.nn.utils: parameters as one vector, norms of weights. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import Nothing, Tensor, Unsupported, block, port
from rules.clip import grad_norm


@block
def vector_of(tensors):
    """All elements in one vector: torch.nn.utils.parameters_to_vector."""
    return tf.concat([tf.reshape(tensor, [-1]) for tensor in tensors], axis=0)


@block
def assign_vector(vector, variables):
    """New values for variables, one behind the other: torch.nn.utils.vector_to_parameters."""
    start = 0
    for variable in variables:
        size = math.prod(variable.shape)
        variable.assign(tf.reshape(vector[start : start + size], variable.shape))
        start += size


@port("torch.nn.utils.parameters_to_vector")
def parameters_to_vector(parameters) -> Tensor:
    """All parameters in one vector.

    >>> nn.utils.parameters_to_vector([x, y[0]])
    >>> nn.utils.parameters_to_vector(net.parameters())
    """
    return vector_of(parameters)


@port("torch.nn.utils.vector_to_parameters")
def vector_to_parameters(vec: Tensor, parameters) -> Nothing:
    """New values for parameters, one behind the other.

    >>> nn.utils.vector_to_parameters(x.reshape(-1)[:8], net.parameters())
    """
    return assign_vector(vec, parameters)


@port("torch.nn.utils.get_total_norm")
def get_total_norm(tensors, norm_type=2.0) -> Tensor:
    """The norm of several tensors together.

    >>> nn.utils.get_total_norm([x, y])
    >>> nn.utils.get_total_norm([x, y], 1.0)
    >>> nn.utils.get_total_norm([x, y], norm_type=float("inf"))
    """
    return grad_norm(tensors, norm_type=norm_type)


@port("torch.nn.utils.clip_grads_with_norm_")
def other_clipping(parameters, *args, **kwargs) -> Nothing:
    """Clipping by a norm that is known.

    Not proven: it is refused.
    """
    raise Unsupported("clip with clip_grad_norm_ between backward() and step()")
