"""The numbers have the distributions that they are named after."""

import torch  # before TensorFlow

# isort: split
import numpy as np
import pytest
import tensorflow as tf
import torch.distributions as D

from porter.equivalence.tape import Tape
from porter.equivalence.tape.formulas import rounded_down
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on

from .pairs import WEIGHTS


@pytest.mark.parametrize(
    ("name", "mean", "deviation"),
    [("normal", 0, 1), ("uniform", 0.5, 12**-0.5), ("truncated normal", 0, 0.8796)],
)
def test_distributions_have_their_moments(name, mean, deviation):
    values = Tape(0).draw(name, (100_000,))
    assert values.dtype == np.float64
    assert abs(values.mean() - mean) < 0.01
    assert abs(values.std() - deviation) < 0.01


MEANS = {  # of what PyTorch draws, as its documentation gives the distributions
    "geometric": (lambda: torch.empty(100_000).geometric_(0.25), 4),
    "exponential": (lambda: torch.empty(100_000).exponential_(2), 0.5),
    "log normal": (lambda: torch.empty(100_000).log_normal_(0, 0.5).log(), 0),
    "cauchy": (lambda: (torch.empty(100_000).cauchy_(1, 2) < 3).float(), 0.75),
    "integers": (lambda: torch.randint(2, 5, (100_000,)).float(), 3),
    "any integers": (lambda: torch.empty(100_000).random_() / 2**24, 0.5),
    "permutation": (lambda: torch.randperm(100_000)[:50_000] / 100_000, 0.5),
    "categorical": (lambda: torch.multinomial(SHARES, 100_000, replacement=True).float(), 1.6),
    "the last of a race": (
        lambda: torch.multinomial(SHARES.expand(100_000, 3), 2)[:, 1].float(),
        0.1 * (0.2 + 2 * 0.7) / 0.9 + 0.2 * (2 * 0.7) / 0.8 + 0.7 * 0.2 / 0.3,
    ),
    "beta": (lambda: D.Beta(torch.tensor(2.0), torch.tensor(3.0)).sample((100_000,)), 0.4),
    "poisson": (lambda: torch.poisson(torch.full((100_000,), 3.0)), 3),
    "dropout": (lambda: torch.dropout(torch.ones(100_000), 0.3, train=True), 1),
}
SHARES = torch.tensor([0.1, 0.2, 0.7])


@pytest.mark.parametrize("name", MEANS)
def test_what_pytorch_draws_has_its_mean(name):
    draw, mean = MEANS[name]
    with torch_on(Tape(0)):
        values = draw().double()
    assert abs(values.mean() - mean) < 5 * values.std() / len(values) ** 0.5


def test_uniform_stays_below_one_in_any_dtype():
    almost = np.array([1 - 2.0**-53])
    for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
        values = rounded_down(almost, torch.finfo(dtype).eps)
        assert torch.as_tensor(values).to(dtype) < 1


def test_gamma_has_gradients():
    ours, theirs = tf.constant(WEIGHTS + 1), torch.tensor(WEIGHTS + 1, requires_grad=True)
    with torch_on(Tape(0)):
        D.Gamma(theirs, 2.0).rsample((5,)).sum().backward()
    with tf_on(Tape(0)), tf.GradientTape() as gradients:
        gradients.watch(ours)
        total = tf.reduce_sum(tf.random.gamma((5,), ours, 2.0))
    gradient = gradients.gradient(total, ours)
    np.testing.assert_allclose(gradient, theirs.grad, rtol=1e-3)  # each has series of its own
