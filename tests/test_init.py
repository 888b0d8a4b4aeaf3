"""torch.nn.init on weights of two to five dimensions: the same draws give the same numbers."""

import torch  # before TensorFlow

# isort: split
import math

import keras
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression

from porter import kinds
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on

SHAPES = [(4, 3), (3, 5), (8, 4, 3), (6, 4, 3, 2), (2, 3, 2, 2, 2)]
CALLS = (
    "uniform_(p) uniform_(p,-1,1) normal_(p) normal_(p,1,0.1) constant_(p,2) ones_(p) zeros_(p)"
    " xavier_uniform_(p) xavier_uniform_(p,2.0) xavier_normal_(p) xavier_normal_(p,gain=0.5)"
    " kaiming_uniform_(p) kaiming_uniform_(p,5**0.5) kaiming_uniform_(p,mode='fan_out')"
    " kaiming_normal_(p,nonlinearity='relu') kaiming_normal_(p,0.2,'fan_out')"
    " trunc_normal_(p) trunc_normal_(p,0.1,0.5,-0.2,0.3) orthogonal_(p) orthogonal_(p,2**0.5)"
)
NAMES = {"np": np, "math": math, "tf": tf, "keras": keras}


def both(call, shape):
    """The variable's value in torch and in the port, after the call."""
    p = torch.zeros(shape)
    with torch_on(Tape(0)):
        eval(f"torch.nn.init.{call}", {"torch": torch, "p": p})
    names = MODULES | {"p": kinds.Parameter("float32", len(shape))}
    converted = Expression(f"nn.init.{call}", names)
    assert converted.found.startswith("p.assign("), converted.found
    variable = keras.Variable(np.zeros(shape, np.float32))
    scope = NAMES | {"p": variable}
    exec(BOOK.paste(converted.blocks), scope)
    with tf_on(Tape(0)):
        eval(converted.found, scope)
    return p.numpy(), variable.numpy()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("call", CALLS.split())
def test_same_draws_same_numbers(call, shape):
    expected, found = both(call, shape)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("shape", SHAPES[2:], ids=str)
def test_dirac(shape, groups):
    expected, found = both(f"dirac_(p, {groups})", shape)
    np.testing.assert_array_equal(found, expected)
    assert found.any()


def test_eye():
    np.testing.assert_array_equal(*both("eye_(p)", (3, 5)))


def test_orthogonal_rows_and_columns():
    for shape in [(3, 5), (5, 3), (4, 2, 3, 3)]:
        _, found = both("orthogonal_(p, 2.0)", shape)
        flat = found.reshape(shape[0], -1)
        small = flat @ flat.T if flat.shape[0] < flat.shape[1] else flat.T @ flat
        np.testing.assert_allclose(small, 4 * np.eye(len(small)), atol=1e-5)


@pytest.mark.parametrize("call", ["sparse_(p, 0.1)", "sparse_(p, 0.1, generator=p)"])
def test_refused(call):
    found = Expression(f"nn.init.{call}", MODULES | {"p": kinds.Parameter("float32", 2)}).found
    assert found.startswith("nn.init.")


NAMES_OF_NEW = "ones_ zeros_ normal_ uniform_ xavier_uniform_ orthogonal_ eye_".split()


@pytest.mark.parametrize("name", NAMES_OF_NEW)
def test_a_new_tensor_gives_another(name):
    converted = Expression(f"nn.init.{name}(torch.zeros(3, 3))", MODULES)
    assert "assign" not in converted.found
    assert "nn.init" not in converted.found
    scope = dict(NAMES)
    exec(BOOK.paste(converted.blocks), scope)
    with torch_on(Tape(0)):
        expected = eval(f"torch.nn.init.{name}(torch.zeros(3, 3))", {"torch": torch})
    with tf_on(Tape(0)):
        found = eval(converted.found, scope)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
