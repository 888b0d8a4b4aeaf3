"""porter's rules in flake8: chosen, silenced and reported as flake8 does it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SLOW = """\
import tensorflow as tf

q = tf.random.normal([200, 4])
x = [q[i][actions[i]] for i in range(len(actions))]
"""
# The plugin is found by porter's entry point where porter is installed; here it is named.
SETTINGS = "[flake8]\n[flake8:local-plugins]\nextension =\n    TFE = porter.linter.flake8:Plugin\n"


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    (tmp_path / ".flake8").write_text(SETTINGS)
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path / "agent.py"


def flake8(agent: Path, text: str, *options: str) -> str:
    agent.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "flake8", "--select", "TFE", *options, agent.name],
        cwd=agent.parent,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
    )
    assert not done.stderr, done.stderr
    assert done.returncode == bool(done.stdout)
    return done.stdout


def test_a_finding(agent: Path) -> None:
    assert flake8(agent, SLOW).startswith("agent.py:4:5: TFE101 `q` is a tensor")


def test_silenced(agent: Path) -> None:
    for comment in ("# noqa: TFE101", "# noqa", "# porter: ignore[TFE101] why"):
        assert flake8(agent, f"{SLOW.rstrip()}  {comment}\n") == ""
    assert flake8(agent, SLOW, "--extend-ignore", "TFE1") == ""


def test_other_files(agent: Path) -> None:
    assert flake8(agent, "import torch\n") == ""
