"""`porter convert --jit`: agents learn the same when XLA compiles their updates, on the CPU."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.cli import main

CASES = Path(__file__).parents[1] / "cases/agents"
AGENTS = (
    "act_method", "delayed", "minibatches", "own_dataset", "rollout_buffers", "settings_dict",
    "squashed", "target_networks", "temperature", "value_and_critics",
)  # fmt: skip


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
