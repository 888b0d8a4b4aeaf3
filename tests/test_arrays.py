"""Array functions whose results torch leaves open in part: signs of vectors, places of equals."""

import torch  # before TensorFlow

# isort: split
import functools
import math

import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression

from porter import kinds

MATRIX = np.random.default_rng(1).normal(size=(5, 3))
EQUALS = np.array([[2, 1, 2, 0, 1], [3, 3, 3, 0, 0], [1, 1, 0, 0, 2]])


def both(text, x):
    """The values of an expression of x on both sides, the port's with its building blocks."""
    kind = kinds.Tensor(x.dtype.name, x.ndim)
    expression = Expression(text, {"x": kind, **MODULES})
    assert "torch" not in expression.found
    names = {"tf": tf, "np": np, "math": math, "functools": functools, "x": tf.constant(x)}
    exec(BOOK.paste(expression.blocks), names)
    expected = eval(text, {"torch": torch, "x": torch.tensor(x)})
    return [part.numpy() for part in expected], [
        part.numpy() for part in eval(expression.found, names)
    ]


@pytest.mark.parametrize("full", [True, False])
def test_singular_vectors_give_the_matrix(full):
    for text, transposed in (
        (f"torch.linalg.svd(x, full_matrices={full})", True),
        (f"torch.svd(x, some={not full})", False),
    ):
        (expected_u, expected_values, expected_v), (u, values, v) = both(text, MATRIX)
        assert (u.shape, v.shape) == (expected_u.shape, expected_v.shape)
        np.testing.assert_allclose(values, expected_values, rtol=1e-10)
        vh = v if transposed else v.T
        np.testing.assert_allclose(u[:, :3] * values @ vh[:3], MATRIX, atol=1e-10)
        np.testing.assert_allclose(np.abs(u[:, :3]), np.abs(expected_u[:, :3]), rtol=1e-8)


@pytest.mark.parametrize("triangle", ["L", "U"])
def test_eigenvectors_give_the_matrix(triangle):
    """Only one triangle is read, as in torch."""
    square = MATRIX[:3] + np.diag([9.0, 9.0, 9.0])
    text = f'torch.linalg.eigh(x, UPLO="{triangle}")'
    (expected_values, expected_vectors), (values, vectors) = both(text, square)
    half = np.tril(square) if triangle == "L" else np.triu(square)
    whole = half + half.T - np.diag(np.diag(square))
    np.testing.assert_allclose(values, expected_values, rtol=1e-10)
    np.testing.assert_allclose(vectors * values @ vectors.T, whole, atol=1e-10)
    np.testing.assert_allclose(np.abs(vectors), np.abs(expected_vectors), rtol=1e-8)


@pytest.mark.parametrize(
    "text",
    [
        "torch.topk(x, 3)",
        "torch.topk(x, 2, largest=False)",
        "torch.topk(x, 2, dim=0)",
        "torch.kthvalue(x, 2)",
        "torch.kthvalue(x, 2, dim=0)",
        "torch.mode(x)",
        "torch.median(x, 1)",
    ],
)
def test_values_among_equals(text):
    """The values are torch's; an index points to one of the elements that have the value."""
    (expected, _), (values, places) = both(text, EQUALS)
    np.testing.assert_array_equal(values, expected)
    axis = 0 if "dim=0" in text else 1
    if values.ndim < 2:
        values, places = np.expand_dims(values, axis), np.expand_dims(places, axis)
    np.testing.assert_array_equal(np.take_along_axis(EQUALS, places, axis), values)
    for row in np.moveaxis(places, axis, 0).reshape(places.shape[axis], -1).T:
        assert len(set(row)) == len(row)


@pytest.mark.parametrize("text", ["torch.sort(x)", "torch.sort(x, dim=0, descending=True)"])
def test_a_sort_is_stable(text):
    """Equal elements keep their order: torch's sort does so on a CPU, and TensorFlow's."""
    expected, found = both(text.replace(")", ", stable=True)"), EQUALS)
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])
