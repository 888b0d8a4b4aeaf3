"""Gradient clipping: all of its arguments, gradients that are missing, infinite or sparse."""

import torch  # before TensorFlow

# isort: split
import numpy as np
import pytest
import tensorflow as tf

from rules.clip import clip_grad_norm, clip_grad_value, grad_norm, grads_of

SHAPES = [(4, 3), (3,), (3, 2)]
INF = float("inf")


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def clipped(grads, *args, **options):
    """The norm and the clipped gradients of torch."""
    parameters = [torch.zeros(grad.shape, dtype=torch.float64) for grad in grads]
    for parameter, grad in zip(parameters, grads):
        parameter.grad = torch.tensor(grad)
    norm = torch.nn.utils.clip_grad_norm_(parameters, *args, **options)
    return norm, [parameter.grad for parameter in parameters]


@pytest.mark.parametrize("norm_type", [2, 1, 3.0, 0.5, INF])
@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e-7, np.inf])
def test_clip_grad_norm(rng, scale, norm_type):
    grads = [rng.standard_normal(shape) * scale for shape in SHAPES]
    norm, expected = clipped(grads, 0.5, norm_type)
    ours = [tf.constant(grad) for grad in grads] + [None]
    found = clip_grad_norm(ours, 0.5, norm_type)
    assert found.pop() is None
    np.testing.assert_allclose(grad_norm(ours, norm_type), norm, rtol=1e-13)
    for ours, grad in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, grad, rtol=1e-13)


def test_an_error_if_the_norm_is_not_finite(rng):
    grads = [np.array([1.0, np.nan])]
    with pytest.raises(RuntimeError):
        clipped(grads, 1.0, error_if_nonfinite=True)
    with pytest.raises(tf.errors.InvalidArgumentError):
        clip_grad_norm([tf.constant(grads[0])], 1.0, error_if_nonfinite=True)


def test_no_gradients_at_all():
    assert float(grad_norm([None, None])) == float(torch.nn.utils.clip_grad_norm_([], 1.0)) == 0
    assert clip_grad_norm([None], 1.0) == [None]


def test_some_of_the_gradients(rng):
    grads = [tf.constant(rng.standard_normal(shape)) for shape in SHAPES]
    params = [tf.Variable(grad) for grad in grads]
    some = grads_of(params[1:], params, grads)
    first, *others = clip_grad_norm(grads, 0.5, some=some)
    assert first is grads[0]
    _, expected = clipped([grad.numpy() for grad in grads[1:]], 0.5)
    for ours, grad in zip(others, expected, strict=True):
        np.testing.assert_allclose(ours, grad, rtol=1e-13)
    assert clip_grad_value(grads, 0.1, some=some)[0] is grads[0]


def test_sparse_gradients():
    table = tf.Variable(np.ones((5, 2), np.float32))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.gather(table, [1, 1]))
    (grad,) = clip_grad_norm(tape.gradient(loss, [table]), 1.0)
    np.testing.assert_allclose(tf.norm(grad), 1.0, rtol=1e-5)


def test_clip_grad_value():
    grads = [tf.constant([-3.0, 0.5, np.nan]), None]
    found, none = clip_grad_value(grads, 1.0)
    np.testing.assert_array_equal(found, [-1, 0.5, np.nan])
    assert none is None
