"""Optimizers that inherit from torch's: the same weights after the same gradients."""

from __future__ import annotations

import runpy
from pathlib import Path

import torch  # before TensorFlow

# isort: split
import numpy as np
import pytest
import tensorflow as tf

from porter.pipeline import Converted, convert

CASE = Path(__file__).parent / "cases" / "optim" / "subclassed.py"
START = [[[0.5, -1.0, 2.0], [0.1, 0.2, 0.3]], [0.7]]


def source() -> str:
    """The class alone."""
    text = CASE.read_text().partition("\n\nclass Halved")[0]
    return text.replace("from torch.optim import RMSprop\n", "")


@pytest.mark.parametrize("options", [{}, {"eps": 0.1, "weight_decay": 0.01, "betas": (0.5, 0.9)}])
def test_a_shared_adam_counts_as_its_formula(options: dict[str, object], tmp_path: Path) -> None:
    theirs, ours = tmp_path / "shared.py", tmp_path / "shared_tf.py"
    theirs.write_text(source())
    outcome = convert(source(), str(theirs))
    assert isinstance(outcome, Converted)
    assert not outcome.findings
    ours.write_text(outcome.output)
    params = [torch.nn.Parameter(torch.tensor(p, dtype=torch.float64)) for p in START]
    variables = [tf.Variable(p, dtype=tf.float64) for p in START]
    expected = runpy.run_path(str(theirs))["SharedAdam"](params, lr=0.1, **options)
    found = runpy.run_path(str(ours))["SharedAdam"](variables, lr=0.1, **options)
    rng = np.random.default_rng(0)
    for _ in range(10):
        grads = [rng.normal(size=p.shape) for p in params]
        for param, grad in zip(params, grads):
            param.grad = torch.tensor(grad)
        expected.step()
        found.apply([tf.constant(grad) for grad in grads])
    for param, variable in zip(params, variables):
        np.testing.assert_allclose(variable.numpy(), param.detach().numpy(), rtol=1e-13)
