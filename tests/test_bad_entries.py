"""One bad entry of a directory, or a bad setting, costs nothing but itself, and never hangs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter.cli import main

Capture = pytest.CaptureFixture[str]
TORCH = "import torch\nx = torch.ones(2)\n"
HAS_PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one good file in an empty current directory."""
    monkeypatch.chdir(tmp_path)
    Path("project").mkdir()
    Path("project/good.py").write_text(TORCH)
    return Path("project")


def convert(*arguments: str) -> int:
    code = main(["convert", *arguments])
    if "project" in arguments:
        assert Path("out/good.py").read_text() == "import tensorflow as tf\nx = tf.ones([2])\n"
    return code


@HAS_PIPES
def test_pipes(project: Path, capsys: Capture) -> None:
    os.mkfifo(project / "pipe.py")
    os.mkfifo(project / "pipe.yaml")
    assert convert("project", "-o", "out") == 2
    assert (
        "project/pipe.py:1:1: P001 error it is no file -> leave it out" in capsys.readouterr().out
    )
    assert main(["lint", "project"]) == 1
    assert "it is no file" in capsys.readouterr().out


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices")
def test_devices(project: Path, capsys: Capture) -> None:
    (project / "endless.py").symlink_to("/dev/zero")
    assert convert("project", "-o", "out") == 0
    message = "endless.py: a link that leads out of the directory: not followed"
    assert message in capsys.readouterr().out
    assert main(["lint", "project"]) == 0
    assert convert("project/endless.py") == 2
    assert "endless.py:1:1: P001 error it is no file" in capsys.readouterr().out
    (project / "pyproject.toml").write_text('[tool.porter]\nrules = ["/dev/zero"]\n')
    assert convert("project/good.py") == 2
    assert "porter: error: /dev/zero: it is no file" in capsys.readouterr().err


def test_a_link_out_of_the_directory_is_not_followed(project: Path, capsys: Capture) -> None:
    Path("mine.py").write_text("import tensorflow as tf\nfor i in range(9):\n    tf.function(f)\n")
    (project / "there.py").symlink_to(Path("mine.py").absolute())
    (project / "here.py").symlink_to("good.py")
    assert convert("project", "-o", "out") == 0
    assert "project/there.py: a link that leads out of" in capsys.readouterr().out
    written = {path.name for path in Path("out").glob("*.py")}
    assert written == {"good.py", "here.py"}
    before = Path("mine.py").read_text()
    assert main(["lint", "project", "--add-noqa", "--select", "ALL"]) == 0
    assert Path("mine.py").read_text() == before


def test_a_link_to_itself(project: Path, capsys: Capture) -> None:
    (project / "loop.py").symlink_to("loop.py")
    assert convert("project", "-o", "out") == 2
    assert "project/loop.py:1:1: P001 error " in capsys.readouterr().out


def test_names_as_long_as_they_can_be(project: Path) -> None:
    name = "n" * 249
    (project / f"{name}.py").write_text(TORCH)
    assert convert("project", "-o", "out") == 0
    assert Path(f"out/{name}.py").exists()
    assert convert("project", "-o", "out") == 0


def test_a_tree_of_600_directories(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path.cwd()
    monkeypatch.chdir(project)
    for _ in range(600):
        Path("d").mkdir()
        os.chdir("d")
    Path("deep.py").write_text(TORCH)
    os.chdir(here)
    assert convert("project", "-o", "out") == 0
    assert len(list(Path("out").rglob("deep.py"))) == 1


def test_control_characters_in_names(project: Path, capsys: Capture) -> None:
    (project / "a\x1b[31mb\nc.py").write_text(TORCH)
    (project / "d\x1b[31me.py").write_text("def (\n")
    assert convert("project", "-o", "out") == 2
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "project/a\\x1b[31mb\\x0ac.py -> out/a\\x1b[31mb\\x0ac.py\n" in out
    assert "project/d\\x1b[31me.py:1:5: P002 error" in out


def test_control_characters_everywhere_else(project: Path, capsys: Capture) -> None:
    name = "a\x1b[31m\u202eb.py"  # ... which is then written from right to left
    (project / name).write_text("import torch\nx = torch.zeros(2)\ny = torch.odd(x)\n")
    tabs = "import torch\nif 1:\n    if 1:\n\t    y = 1\n    z = 2\n"  # its hint has the name
    (project / f"tabs{name}").write_text(tabs)
    for arguments in (
        *(["project", "-o", "out", "--format", form] for form in ("text", "concise", "github")),
        ["project", "--diff"],
        ["project", "-o", "out", "--explain"],
        ["project", "-o", f"out{name}"],
    ):
        assert convert(*arguments) in (1, 2)
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err, arguments
        assert "\u202e" not in out + err, arguments
        assert "a" in out + err
    assert main(["lint", f"no{name}"]) == 2
    assert "porter: error: noa\\x1b[31m\\u202eb.py: no such" in capsys.readouterr().err


def test_a_link_to_itself_in_the_current_directory(project: Path, capsys: Capture) -> None:
    os.chdir(project)
    Path("self.py").symlink_to("self.py")
    assert convert("self.py") == 2
    assert main(["lint", "self.py"]) == 2
    assert main(["check", "self.py", "self.py"]) == 2
    assert capsys.readouterr().err


def test_an_output_whose_name_is_too_long(project: Path, capsys: Capture) -> None:
    assert convert("project/good.py", "-o", "n" * 300) == 2
    assert "file name too long" in capsys.readouterr().err


SETTINGS = {
    "[tool]\nporter = 3\n": "[tool.porter] is a table: porter = 3 is none",
    "tool = 3  # porter\n": "[tool.porter] is a table: tool = 3 is none",
    "[tool.porter]\nrulez = []\n": "[tool.porter] has no 'rulez' -> rules?",
    "[tool.porter.lnit]\nselect = []\n": "[tool.porter] has no 'lnit' -> lint?",
    "[tool.porter]\nxyz = 1\n": "[tool.porter] has no 'xyz' -> it has check, convert, lint, rules",
    "[tool.porter.convert]\nhelper = 3\n": "convert] has no option 'helper' -> helpers?",
    "[tool.porter.lint]\nselct = []\n": "[tool.porter.lint] has no option 'selct' -> select?",
    "[tool.porter]\nrules = 3\n": "[tool.porter] rules is a list of files",
}


@pytest.mark.parametrize("text", SETTINGS)
def test_settings_that_mean_nothing(project: Path, text: str, capsys: Capture) -> None:
    (project / "pyproject.toml").write_text(text)
    if "selct" not in text:  # of lint alone
        assert main(["convert", "project/good.py"]) == 2
        assert SETTINGS[text] in capsys.readouterr().err
    if "rules = 3" not in text and "helper" not in text:  # lint has none
        assert main(["lint", "project"]) == 2
        assert SETTINGS[text] in capsys.readouterr().err


@pytest.mark.parametrize("version", [3, 5, 99, '"4"'])
def test_notebooks_of_unknown_formats(version: object, capsys: Capture) -> None:
    Path("a.ipynb").write_text(f'{{"nbformat": {version}, "cells": []}}')
    assert main(["convert", "a.ipynb"]) == 2
    assert f"P002 error a notebook of format {version}".replace('"', "") in capsys.readouterr().out


def porter(*arguments: str, folder: Path, **streams: object) -> subprocess.CompletedProcess[str]:
    """`python -m porter` in a folder, with what the tests run with on the path."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-m", "porter", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, text=True, timeout=60, check=False,
        stderr=subprocess.PIPE, **streams,  # type: ignore[call-overload]
    )  # fmt: skip


def test_modules_of_the_current_directory_do_not_run(project: Path) -> None:
    for name in ("libcst", "argparse", "difflib"):
        (project / f"{name}.py").write_text("raise SystemExit(7)\n")
    done = porter("convert", "good.py", folder=project, stdout=subprocess.PIPE)
    assert done.returncode == 0, done.stderr
    assert (project / "good_tf.py").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        *("convert good.py", "convert good.py -o -", "convert good.py --diff", "lint good.py"),
        *("rules", "--version", "--help", "convert --help"),
    ],
)
def test_full_output(project: Path, command: str) -> None:
    with open("/dev/full", "w") as full:
        done = porter(*command.split(), folder=project, stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith("porter: error: ")
    assert "No space left on device\n" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["lint no.py", "convert -o out no.py good.py", "check no.py"])
def test_full_error_output(project: Path, command: str) -> None:
    with open("/dev/full", "w") as full:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        done = subprocess.run(
            [sys.executable, "-m", "porter", *command.split()],
            cwd=project, env=environment, timeout=60, check=False,
            stdout=subprocess.DEVNULL, stderr=full,
        )  # fmt: skip
    assert done.returncode == 2


def test_closed_output(project: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    shell = f'exec "{sys.executable}" -m porter convert good.py >&-'
    done = subprocess.run(
        ["/bin/sh", "-c", shell], cwd=project, env=environment, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert (project / "good_tf.py").exists()
