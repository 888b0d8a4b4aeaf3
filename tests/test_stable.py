"""A port that is converted again, with its project, is not changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.cli import main

CASES = Path(__file__).parent / "cases" / "agents" / "project"
LEFT = """\
import torch

from networks import Net


def odd(x):
    return torch.no_such_function(torch.tanh(x))  # this line is left


def even(x):
    return torch.sigmoid(x)
"""


def test_a_project_stays_as_it_was_ported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("original").mkdir()
    for case in CASES.glob("*.py"):
        Path("original", case.name).write_text(case.read_text().partition("# output")[0])
    Path("original", "left.py").write_text(LEFT)
    main(["convert", "original", "-o", "port"])
    main(["convert", "port", "-o", "again"])
    ports = {path.name: path.read_text() for path in Path("port").glob("*.py")}
    assert {"agent.py", "left.py", "torch_compat.py"} <= ports.keys()
    assert "tf.sigmoid" in ports["left.py"]
    assert "torch.no_such_function" in ports["left.py"]
    assert {path.name: path.read_text() for path in Path("again").glob("*.py")} == ports
