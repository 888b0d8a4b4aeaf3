"""The gradients of every rule that PyTorch can differentiate, on its own samples (OpInfo).

The sum of a call's results with fixed weights is differentiated by autograd and, for what the call
becomes, by a GradientTape: in float64, for every tensor that has a gradient.
"""

import torch  # before TensorFlow

# isort: split
import contextlib
import functools
import math
import re
from collections import Counter
from unittest import mock

import keras
import numpy as np
import pytest
import tensorflow as tf
import test_opinfo
from expressions import BOOK, Expression
from sampled import each
from test_opinfo import RULES, Call, ops_of
from torch.testing._internal import common_utils

from porter.equivalence.sides import tf_precision
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on

pytestmark = [
    *test_opinfo.pytestmark,
    pytest.mark.filterwarnings("ignore:torch.(qr|cholesky|triangular_solve) is deprecated"),
]
SAMPLES = 2  # of each op, spread over all that it has
DRAWS = re.compile(r"rand|normal|bernoulli|multinomial|poisson|dropout|gumbel|exponential")
LIMITS = {"rtol": 1e-10, "atol": 1e-12}

TRIANGLE = "torch gives a gradient to the half of the matrix that is not read, too"

DIFFERENT = {  # a rule: why its gradient is another one on some of the samples
    "hardsigmoid": "torch multiplies with 1 / 6 in float32",
    "digamma": "torch's polygamma is good to nine digits",
    "i1": "torch gives the half of it at 0",
    "cholesky_solve": TRIANGLE,
    "inverse_by_cholesky": TRIANGLE,
    "eigvalsh": TRIANGLE,
}


def calls(rule):
    for op, api in ops_of(rule):
        if op.supports_autograd and op.supports_dtype(torch.float64, "cpu"):
            torch.manual_seed(0)
            with mock.patch.object(common_utils, "set_rng_seed"):  # slow, and not needed once more
                samples = list(op.sample_inputs("cpu", torch.float64, requires_grad=True))
            step = math.ceil(len(samples) / SAMPLES)
            yield from (Call(api, sample) for sample in samples[::step])


def flat(value):
    """The tensors in a result, in order."""
    if isinstance(value, (tuple, list)):
        return [tensor for item in value for tensor in flat(item)]
    return [value] if isinstance(value, torch.Tensor) or tf.is_tensor(value) else []


def weights(shape):
    """A factor for each element of a result, so that none can stand for another."""
    return np.linspace(0.5, 1.5, math.prod(shape)).reshape(tuple(shape))


def theirs(call):
    """The gradient of each tensor that has one, and for which results it stands."""
    with torch_on(Tape(0)) if DRAWS.search(call.text) else contextlib.nullcontext():
        results = flat(eval(call.text, {"torch": torch, **call.tensors}))
    chosen = [i for i, result in enumerate(results) if result.requires_grad]
    inputs = {name: tensor for name, tensor in call.tensors.items() if tensor.requires_grad}
    if not chosen or not inputs or any(results[i].is_complex() for i in chosen):
        return None
    total = sum((results[i] * torch.tensor(weights(results[i].shape))).sum() for i in chosen)
    grads = torch.autograd.grad(total, list(inputs.values()), allow_unused=True)
    found = {
        name: np.zeros(inputs[name].shape) if grad is None else grad.numpy(force=True)
        for name, grad in zip(inputs, grads)
    }
    return found, chosen


def ours(expression, call):
    """The results of what the call became, its tensors and the tape that saw all."""
    names = {"tf": tf, "keras": keras, "np": np, "math": math, "functools": functools}
    exec(BOOK.paste(expression.blocks), names)
    tensors = {name: tf.constant(tensor.detach()) for name, tensor in call.tensors.items()}
    exact = mock.patch.multiple(tf.nn, leaky_relu=tf_precision._leaky_relu, gelu=tf_precision._gelu)
    draws = tf_on(Tape(0)) if DRAWS.search(call.text) else contextlib.nullcontext()
    with exact, draws, tf.GradientTape() as tape:
        tape.watch(tensors)
        return flat(eval(expression.found, names | tensors)), tensors, tape


def gradients(tape, results, tensors):
    with tape:
        factors = [tf.constant(weights(result.shape), result.dtype) for result in results]
        total = sum(tf.reduce_sum(result * by) for result, by in zip(results, factors))
    return tape.gradient(total, tensors, unconnected_gradients=tf.UnconnectedGradients.ZERO)


def outcome(call):
    """One of "equal", "refused", "no gradient" and "raised", or what is wrong."""
    expression = Expression(call.text, call.kinds())
    if expression.port(expression.tree) is None:
        return "refused"
    expected = theirs(call)
    if expected is None:
        return "no gradient"
    grads, chosen = expected
    try:
        results, tensors, tape = ours(expression, call)
    except (tf.errors.InvalidArgumentError, TypeError, ValueError, IndexError):
        return "raised"  # test_opinfo.py says why
    try:
        found = gradients(
            tape, [results[i] for i in chosen], {name: tensors[name] for name in grads}
        )
        for name, grad in grads.items():
            np.testing.assert_allclose(
                tf.convert_to_tensor(found[name]), grad, **LIMITS, err_msg=f"gradient of {name}"
            )
    except (AssertionError, LookupError, TypeError, tf.errors.InvalidArgumentError) as e:
        return f"{call} -> {expression.found}: {e}"
    return "equal"


@functools.cache
def outcomes(rule):
    """How often each outcome came."""
    return Counter(outcome(call) for call in calls(rule))


@pytest.mark.parametrize("rule", each(3, RULES), ids=lambda rule: rule.name)
def test_gradients(rule):
    wrong = outcomes(rule).keys() - {"equal", "refused", "no gradient", "raised"}
    if rule.name in DIFFERENT:
        assert wrong, f"{rule.name} is the same"
    else:
        assert not wrong, "\n".join(wrong)


def test_gradients_are_compared():
    total = sum((outcomes(rule) for rule in RULES), Counter())
    assert total["equal"] > 300, total
    assert set(DIFFERENT) <= {rule.name for rule in RULES}
