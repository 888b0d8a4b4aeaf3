"""What another system does otherwise: default encoding, line ends, how workers start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter import pool
from porter.cli import main
from porter.code_hosts import uri

ROOT = Path(__file__).parents[1]
AGENT = "import torch\n\nname = 'ä'\nx = torch.clamp(torch.ones(3), 0, 1)\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "agent.py").write_text(AGENT, "utf-8")
    (tmp_path / "project" / "other.py").write_text(AGENT, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        ["convert", "project", "-o", "out", "--report", "r.html"],
        ["convert", "project/agent.py", "--format", "json"],
        ["lint", "project"],
        ["rules", "--explain", "torch.clamp"],
    ],
)
def test_no_file_is_read_or_written_in_the_systems_encoding(here: Path, command: list[str]) -> None:
    """On Windows that is not UTF-8."""
    flags = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    done = subprocess.run(
        [sys.executable, *flags, "-m", "porter", *command],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr.decode()


def test_line_ends_of_windows_stay(here: Path) -> None:
    Path("agent.py").write_bytes(AGENT.replace("\n", "\r\n").encode())
    assert main(["convert", "agent.py"]) == 0
    port = Path("agent_tf.py").read_bytes()
    assert port.count(b"\n") == port.count(b"\r\n") > 3


def test_workers_that_start_afresh(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS and Windows have no other ones."""
    monkeypatch.setattr(pool, "_may_fork", lambda: False)
    assert main(["convert", "project", "-o", "afresh", "--jobs", "2"]) == 0
    assert main(["convert", "project", "-o", "out"]) == 0
    for name in ("agent.py", "other.py"):
        assert Path("afresh", name).read_bytes() == Path("out", name).read_bytes()


def test_paths_in_sarif_have_slashes(here: Path) -> None:
    assert uri(os.path.join("project", "an agent.py")) == "project/an%20agent.py"
