"""Activation layers against torch, in float64 and float32, at their kinks and far from 0."""

import copy

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression

POINTS = [0.0, 0.5, 1.0, 2.0, 3.0, 6.0, 7.7, 19.0, 40.0, 1e-3]
LAYERS = (
    "ReLU() ReLU6() LeakyReLU(0.25) PReLU() PReLU(4,init=0.5) ELU() ELU(0.5) CELU() CELU(2.0)"
    " SELU() SiLU() Mish() Softplus() Softplus(2,1) Softsign() Softshrink() Hardshrink() Hardtanh()"
    " Hardtanh(-2,3) Hardswish() Tanhshrink() Threshold(0.5,2) Sigmoid() LogSigmoid()"
    " Tanh() Softmax(1) LogSoftmax(1) Softmin(0) GLU() Hardsigmoid() GELU() GELU('tanh')"
)
FLOAT32_INSIDE = {"GELU()", "GELU('tanh')"}  # the constants of TensorFlow's kernel
TORCH_ROUNDS = {"Hardsigmoid()"}  # torch's gradient is float32's 1/6


def built(text):
    """The layer that a port would have."""
    converted = Expression(f"nn.{text}", MODULES)
    names = {"tf": tf, "keras": keras, "np": np, "copy": copy}
    exec(BOOK.paste(converted.blocks), names)
    return eval(converted.found, names)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("text", LAYERS.split())
def test_values_and_gradients(text, dtype):
    x = np.array([POINTS, np.negative(POINTS)], dtype).T.reshape(5, 4)
    theirs = eval(f"torch.nn.{text}").to(getattr(torch, dtype))
    a = torch.tensor(x, requires_grad=True)
    expected = theirs(a)
    weights = np.linspace(0.5, 1.5, expected.numel()).reshape(expected.shape)
    (expected * torch.tensor(weights)).sum().backward()
    policy = keras.config.dtype_policy()
    keras.config.set_dtype_policy(dtype)
    try:
        ours = built(text)
    finally:
        keras.config.set_dtype_policy(policy)
    with tf.GradientTape() as tape:
        b = tf.constant(x)
        tape.watch(b)
        found = ours(b)
        loss = tf.reduce_sum(found * tf.constant(weights, dtype))
    gradients = tape.gradient(loss, [b, *ours.trainable_variables])
    assert found.dtype == dtype
    limits = {"rtol": 1e-10, "atol": 1e-15} if dtype == "float64" else {"rtol": 1e-5, "atol": 1e-6}
    if text in FLOAT32_INSIDE:
        limits = {"rtol": 1e-5, "atol": 1e-6}
    np.testing.assert_allclose(found, expected.detach(), **limits)
    if text in TORCH_ROUNDS:
        limits = {"rtol": 1e-6}
    wanted = [a.grad, *(parameter.grad for parameter in theirs.parameters())]
    for gradient, grad in zip(gradients, wanted, strict=True):
        np.testing.assert_allclose(gradient, grad, **limits)


def test_prelu_of_images_has_a_weight_for_each_channel():
    x = np.random.default_rng(0).standard_normal((2, 3, 4, 5)).astype(np.float32)
    theirs, ours = torch.nn.PReLU(3), built("PReLU(3)")
    weights = np.array([0.1, 0.2, 0.3], np.float32)
    theirs.weight.data = torch.tensor(weights)
    ours.set_weights([weights])
    np.testing.assert_allclose(ours(x), theirs(torch.tensor(x)).detach(), rtol=1e-6)


@pytest.mark.parametrize("text", ["PReLU(3)", "Softplus(2, 1)", "LogSoftmax(1)", "SELU()"])
def test_layers_can_be_copied(text):
    x = np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32)
    ours = built(text)
    np.testing.assert_array_equal(copy.deepcopy(ours)(x), ours(x))
