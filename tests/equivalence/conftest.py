"""What the tests of the harness share."""

import pytest

from .warm import WarmProcess


@pytest.fixture
def warm_processes(monkeypatch):
    """Checks start copies of processes that have imported their framework."""
    monkeypatch.setattr("porter.equivalence.check.Process", WarmProcess)
