"""What several test files use."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite expected outputs")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are rewritten instead of compared."""
    return bool(request.config.getoption("--update"))
