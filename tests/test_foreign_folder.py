"""`python -m porter` in a folder of modules that are anybody's: none of them runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
AGENT = "import torch\nprint(torch.zeros(2))\n"
# What porter, libcst or Python's own modules import, from the first line on.
NAMES = "__future__ typing argparse ast json libcst pathlib re rules tokenize tomllib yaml".split()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with agents, and with modules that tell that they ran."""
    for name in ("agent.py", "other.py"):
        (tmp_path / "agents" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "agents" / name).write_text(AGENT)
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(f"print('the folder ran {name}')\n")
    return tmp_path


@pytest.mark.parametrize("command", ["convert agents -o out --jobs 2", "lint agents", "rules"])
def test_modules_of_the_folder_do_not_run(folder: Path, command: str) -> None:
    result = python("-m", "porter", *command.split(), cwd=folder)
    assert result.returncode == 0, result.stderr
    assert "the folder ran" not in result.stdout + result.stderr
    if command.startswith("convert"):
        assert "tf.zeros([2])" in (folder / "out" / "agent.py").read_text()


def test_they_would_run_otherwise(folder: Path) -> None:
    assert "the folder ran libcst" in python("-c", "import libcst", cwd=folder).stdout


def python(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True
    )
