"""Gradients between tape and optimizer: sums, torch.nn.utils.clip_grad_*. Building blocks.

They take and give a list with one gradient (or None) per parameter of the optimizer.
"""

import math

import tensorflow as tf

from porter.rule import block


@block
def added(sums, grads):
    """The sums with these gradients added, as torch's backward() adds to .grad."""
    return [
        grad if total is None else total if grad is None else total + grad
        for total, grad in zip(sums, grads)
    ]


@block
def grads_of(some, params, grads):
    """The gradients of some of the parameters, None for the others."""
    chosen = {id(param) for param in some}
    return [grad if id(param) in chosen else None for param, grad in zip(params, grads)]


@block
def grads_for(optimizer, params, grads):
    """One gradient (or None) for each parameter of an optimizer: torch's `param.grad = grad`."""
    given = {id(param): grad for param, grad in zip(params, grads)}
    return [given.get(id(param)) for param in optimizer.params]


@block
def grad_norm(grads, norm_type=2.0):
    """The norm of all gradients together: what torch.nn.utils.clip_grad_norm_ returns."""
    grads = [tf.convert_to_tensor(grad) for grad in grads if grad is not None]
    if not grads:
        return tf.constant(0.0)
    if norm_type == 2:
        return tf.linalg.global_norm(grads)
    if norm_type == math.inf:
        return tf.reduce_max([tf.reduce_max(tf.abs(grad)) for grad in grads])
    return tf.add_n([tf.reduce_sum(tf.abs(grad) ** norm_type) for grad in grads]) ** (1 / norm_type)


@block
def clip_grad_norm(grads, max_norm, norm_type=2.0, error_if_nonfinite=False, some=None):
    """torch.nn.utils.clip_grad_norm_: (some of) the gradients, scaled to a norm of max_norm."""
    some = grads if some is None else some
    norm = grad_norm(some, norm_type)
    if error_if_nonfinite:
        norm = tf.debugging.check_numerics(norm, "the norm of the gradients")
    scale = tf.minimum(max_norm / (norm + 1e-6), 1.0)
    return [
        g if part is None else tf.convert_to_tensor(part) * scale for g, part in zip(grads, some)
    ]


@block
def clip_grad_value(grads, clip_value, some=None):
    """torch.nn.utils.clip_grad_value_: (some of) the gradients, limited to +-clip_value."""
    some = grads if some is None else some
    return [
        grad if part is None else tf.clip_by_value(part, -clip_value, clip_value)
        for grad, part in zip(grads, some)
    ]
