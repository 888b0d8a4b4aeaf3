"""What files became is kept between runs, and used only where all that it hangs on is the same."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from porter import jobs
from porter.cli import main
from porter.converting import convert_text

AGENT = "import torch\nfrom nets import size\n\nx = torch.ones(size)\nprint(x.mean())\n"
FILES = {"agent.py": AGENT, "nets.py": "size = 3\n", "conf.yaml": "a: 1\n"}
Asked = Callable[..., list[str]]


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Runs the command, and tells which files it converted."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        path = Path("project", name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    names: list[str] = []

    def watched(text: str, path: str, *rest: object) -> object:
        names.append(Path(path).name)
        return convert_text(text, path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(jobs, "convert_text", watched)

    def run(*arguments: str) -> list[str]:
        names.clear()
        assert main(["convert", "project", "-o", "out", *arguments]) == 0
        return sorted(names)

    return run


def test_nothing_is_converted_twice(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("--format", "json") == ["agent.py", "nets.py"]
    first, port = capsys.readouterr().out, Path("out/agent.py").read_text()
    Path("out/agent.py").unlink()
    assert asked("--format", "json") == []
    assert capsys.readouterr().out == first
    assert Path("out/agent.py").read_text() == port
    assert Path("out/.porter_cache/.gitignore").read_text().endswith("\n*\n")


CHANGES: dict[str, Callable[[], object]] = {
    "a file": lambda: Path("project/agent.py").write_text(f"{AGENT}\n"),
    "another file": lambda: Path("project/nets.py").write_text("size = 4\n"),
    "a new file": lambda: Path("project/new.txt.py").write_text(""),
    "a file that goes": lambda: Path("project/conf.yaml").unlink(),
    "a configuration": lambda: Path("project/conf.yaml").write_text("a: 2\n"),
    "a file above": lambda: Path("project/nets.py").write_text("from ..far import size\n"),
    "a directory elsewhere": lambda: Path("project/sub").symlink_to("/tmp"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_is_converted(change: str, asked: Asked) -> None:
    asked()
    CHANGES[change]()
    assert {"agent.py", "nets.py"} <= {*asked("--force")}


def test_other_options_are_other_outcomes(asked: Asked) -> None:
    asked()
    assert asked("--jit") == ["agent.py", "nets.py"]
    assert asked("--no-cache") == ["agent.py", "nets.py"]


def test_own_rules_count(asked: Asked) -> None:
    Path("own.py").write_text("")
    rules = ("--rules", "own.py")
    asked(*rules)
    assert asked(*rules) == []
    Path("own.py").write_text("# a rule\n")
    assert asked(*rules) == ["agent.py", "nets.py"]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"key": 3, "kind": "Converted"}', "\x00"])
def test_an_entry_that_is_none_is_not_read(text: str, asked: Asked) -> None:
    asked()
    entries = sorted(Path("out/.porter_cache").glob("*.json"))
    assert len(entries) == 2
    for entry in entries:
        entry.write_text(text)
    assert asked() == ["agent.py", "nets.py"]
    assert asked() == []


def test_an_entry_of_another_form_is_not_read(asked: Asked) -> None:
    asked()
    for entry in Path("out/.porter_cache").glob("*.json"):
        data = json.loads(entry.read_text())
        data["outcome"] = {"path": 3, "more": []}
        entry.write_text(json.dumps(data))
    assert asked() == ["agent.py", "nets.py"]


def test_where_nothing_can_be_written_nothing_is_kept(asked: Asked) -> None:
    Path("out").mkdir()
    Path("out/.porter_cache").write_text("no directory")
    assert asked() == ["agent.py", "nets.py"]
    assert asked() == ["agent.py", "nets.py"]
    assert Path("out/.porter_cache").read_text() == "no directory"


def test_a_diff_writes_nothing(asked: Asked) -> None:
    assert asked("--diff") == ["agent.py", "nets.py"]
    assert not Path("out").exists()


def test_a_link_is_not_followed(asked: Asked) -> None:
    Path("mine").mkdir()
    Path("out").mkdir()
    Path("out/.porter_cache").symlink_to(Path("mine").absolute())
    asked()
    assert os.listdir("mine") == []
