"""Files that a converted file imports and that stay with torch: each import has a note (N404)."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.cli import main

TORCH = "import torch\n\n\ndef batch(size):\n    return torch.zeros(size, 3)\n"
AGENT = "import torch\n{imports}\n\nx = torch.ones(3)\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """agents/agent.py is to come; around it are files with torch and without."""
    for name, text in {
        ".git/HEAD": "",
        "buffers.py": TORCH,
        "agents/nets.py": TORCH,
        "agents/plain.py": "size = 3\n",
        "agents/through.py": "from nets import batch\n",
        "agents/inside/__init__.py": "",
        "agents/inside/deep.py": TORCH,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def notes(repository: Path, capsys: pytest.CaptureFixture[str], *command: str) -> list[str]:
    """`line: file` of each note."""
    assert main(["convert", *map(str, command), "--diff"]) in (0, 1)
    lines = [line for line in capsys.readouterr().err.splitlines() if "N404" in line]
    places = (line.partition("agent.py:")[2].partition(":")[0] for line in lines)
    files = (line.partition("N404 note ")[2].partition(" ")[0] for line in lines)
    return [f"{place}: {file}" for place, file in zip(places, files)]


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("import nets", ["2: nets.py"]),
        ("import os, nets as n", ["2: nets.py"]),
        ("from nets import batch", ["2: nets.py"]),
        ("from .nets import batch", ["2: nets.py"]),
        ("from . import nets", ["2: nets.py"]),
        ("from inside import deep", ["2: inside/deep.py"]),
        ("from inside import (\n    # the deep one\n    deep,\n)", ["2: inside/deep.py"]),
        ("import inside.deep", ["2: inside/deep.py"]),
        ("import through", ["2: through.py"]),
        ("import buffers", ["2: ../buffers.py"]),
        ("if True:\n    import nets", ["3: nets.py"]),
        ("import plain", []),
        ("import json", []),
    ],
)
def test_an_import_of_a_file_with_torch_is_told(
    repository: Path, capsys: pytest.CaptureFixture[str], imports: str, expected: list[str]
) -> None:
    agent = repository / "agents" / "agent.py"
    agent.write_text(AGENT.format(imports=imports))
    assert notes(repository, capsys, agent) == expected


def test_what_is_converted_with_it_is_not_told(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = repository / "agents" / "agent.py"
    agent.write_text(AGENT.format(imports="import nets, buffers"))
    assert notes(repository, capsys, agent.parent, "-o", repository / "out") == ["2: ../buffers.py"]
    assert notes(repository, capsys, repository, "-o", repository / "out") == []


def test_above_a_directory_that_is_no_repository_nothing_is_looked_up(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / ".git" / "HEAD").unlink()
    (repository / ".git").rmdir()
    agent = repository / "agents" / "agent.py"
    agent.write_text(AGENT.format(imports="import buffers"))
    assert notes(repository, capsys, agent) == []


def test_what_such_a_file_gives_is_known(repository: Path) -> None:
    agent = repository / "agents" / "agent.py"
    agent.write_text(AGENT.format(imports="from buffers import batch") + "y = batch(2).view(-1)\n")
    assert main(["convert", str(agent)]) == 0
    assert "y = tf.reshape(batch(2), [-1])" in (agent.parent / "agent_tf.py").read_text()
