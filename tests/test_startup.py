"""porter is light: what each command imports. How long it takes is benchmarks/'s to tell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = {"torch", "tensorflow", "keras", "numpy", "libcst.matchers", "libcst.codemod", "nbformat"}


def run(*arguments: str) -> tuple[set[str], str]:
    """The modules that a command imports, and what it prints."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "porter", *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}, done.stdout


@pytest.fixture
def agent(tmp_path: Path) -> str:
    path = tmp_path / "agent.py"
    path.write_text("import torch\n\n\ndef f(x):\n    return torch.relu(x)\n\n\nf(torch.ones(2))\n")
    return str(path)


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_answers_import_nothing(option: str) -> None:
    modules, out = run(option)
    assert out.strip()
    assert not {m for m in modules if m.split(".")[0] in HEAVY | {"libcst", "json"}}
    assert not modules & {"porter.pipeline", "porter.files", "porter.report"}


def test_convert_imports_no_framework(agent: str) -> None:
    modules, _ = run("convert", agent)
    assert "porter.pipeline" in modules
    assert not modules & HEAVY
    assert not modules & {"concurrent.futures", "multiprocessing", "porter.notebook"}


def test_pages_need_what_their_extra_installs(agent: str, tmp_path: Path) -> None:
    """`porter-rl[report]` brings Jinja and Pygments, and no NumPy: porter serve needs no more."""
    modules, _ = run("convert", agent, "--report", str(tmp_path / "report.html"))
    assert {"jinja2", "porter.html_report.templates"} <= modules
    assert not modules & (HEAVY | {"rich"})
    served = (
        "import sys; from porter.serve import server, workspace; "
        "server.Server(0, workspace.Workspace()).server_close(); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", served], capture_output=True, text=True, check=True
    )
    assert "porter.serve.server" in done.stdout
    assert not set(done.stdout.split()) & (HEAVY | {"rich"})


@pytest.mark.parametrize("text", ["import torch\n", "import tensorflow as tf\n\ntf.exp(1.0)\n"])
def test_lint_imports_neither_a_framework_nor_libcst(text: str, tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(text)
    modules, _ = run("lint", str(tmp_path / "agent.py"))
    assert "porter.linter.run" in modules
    assert not {m for m in modules if m.split(".")[0] in HEAVY | {"libcst", "rich"}}
