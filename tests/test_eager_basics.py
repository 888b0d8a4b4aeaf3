"""examples/eager_basics: every snippet gives the same in the original and in the port."""

import importlib.util
import sys
from pathlib import Path

import torch  # before TensorFlow

# isort: split
import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "eager_basics"
SNIPPETS = (
    "placement",
    "arrays",
    "arithmetic",
    "logic",
    "division",
    "gradient_of_a_function",
    "value_and_gradient_of_a_function",
    "gradient_of_leaves",
)


def load(name):
    spec = importlib.util.spec_from_file_location(f"eager_basics_{name}", EXAMPLE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sides():
    sys.path.insert(0, str(EXAMPLE))  # the port's building blocks lie beside it
    yield load("agent"), load("agent_tf")
    sys.path.remove(str(EXAMPLE))
    del sys.modules["torch_compat"]


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippet(sides, snippet):
    original, port = (getattr(side, snippet)() for side in sides)
    assert len(original) == len(port)
    for expected, found in zip(original, port):
        assert np.asarray(found).dtype == np.asarray(expected).dtype
        np.testing.assert_array_equal(found, expected)


def test_all_snippets_are_compared(sides):
    own = {
        n for n, f in vars(sides[0]).items() if getattr(f, "__module__", "") == sides[0].__name__
    }
    others = {"f", "model", "Product", "loss_of", "gradients_of_weights", "train", "main"}
    assert own - others == set(SNIPPETS)


def test_gradients_and_training(sides):
    original, port = sides
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(5, 3)).astype(np.float32), rng.normal(size=5).astype(np.float32)
    expected = original.gradients_of_weights(torch.from_numpy(x), torch.from_numpy(y))
    for one, other in zip(expected, port.gradients_of_weights(x, y)):
        np.testing.assert_allclose(other, one, rtol=1e-5)
    x = 0.1 * x
    for _ in range(5):
        loss = original.train(torch.from_numpy(x), torch.from_numpy(y))
        assert port.train(x, y) == pytest.approx(loss, rel=1e-5)
