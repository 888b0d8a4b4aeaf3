"""`porter convert --jit`: agents learn the same when XLA compiles their updates, on the CPU."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.cli import main

CASES = Path(__file__).parents[1] / "cases/agents"
# Agents whose updates stay eager, and those whose rows a mask chooses: nothing is compiled.
NOT_COMPILED = {
    "descent", "ended", "forward_before_host", "frozen_layers", "kept_states", "last_action",
    "observation_of_self", "own_dataset", "parameters", "raw_tensors",
    "stored_by_row", "told_later",
}  # fmt: skip
UNSEEN = {"workers"}  # they update in threads, which the check does not see into
AGENTS = sorted({path.stem for path in CASES.glob("*.py")} - NOT_COMPILED - UNSEEN)


@pytest.mark.parametrize("name", sorted(NOT_COMPILED))
def test_what_is_not_compiled(name: str, tmp_path: Path) -> None:
    text = (CASES / f"{name}.py").read_text(encoding="utf-8").partition("# output\n")[0]
    (tmp_path / "agent.py").write_text(text, encoding="utf-8")
    assert main(["convert", str(tmp_path / "agent.py"), "--jit"]) == 0
    assert "jit_compile" not in (tmp_path / "agent_tf.py").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
def test_a_compiled_update_is_the_same(name: str, tmp_path: Path) -> None:
    text = (CASES / f"{name}.py").read_text(encoding="utf-8").partition("# output\n")[0]
    (tmp_path / "agent.py").write_text(text, encoding="utf-8")
    assert main(["convert", str(tmp_path / "agent.py"), "--jit"]) == 0
    assert "jit_compile=True" in (tmp_path / "agent_tf.py").read_text(encoding="utf-8")
    command = [sys.executable, "-m", "porter", "check", "--quick", "agent.py", "agent_tf.py"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
