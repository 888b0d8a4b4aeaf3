"""What several test files use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite expected outputs")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are rewritten instead of compared."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def float64() -> Iterator[None]:
    """Both frameworks build in float64. Keras needs both settings, before anything is built."""
    import torch  # before TensorFlow

    # isort: split
    import keras

    torch.set_default_dtype(torch.float64)
    keras.config.set_floatx("float64")
    keras.config.set_dtype_policy("float64")
    yield
    torch.set_default_dtype(torch.float32)
    keras.config.set_floatx("float32")
    keras.config.set_dtype_policy("float32")
