"""What stands on a terminal: colours and hints; and what does not, in pipes and with NO_COLOR."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from porter import convert_options, pyproject
from porter.cli import main, whole_parser
from porter.equivalence import options

ROOT = Path(__file__).parents[1]
LEFT = "import torch\n\nx = torch.no_such_function(2)\n"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files, of which one has an error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "project").mkdir()
    for name in ("a", "b", "c", "d"):
        (tmp_path / "project" / f"{name}.py").write_text(LEFT)
    return tmp_path


def on_a_terminal(*arguments: str, **environment: str) -> tuple[str, str]:
    """What a command writes to standard output and standard error, where both are a terminal."""
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    found = []
    for stream in ("stdout", "stderr"):
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "porter", *arguments]
        process = subprocess.Popen(
            command,
            env={**clean, "TERM": "xterm", "PYTHONPATH": str(ROOT), **environment},
            **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: theirs},
        )
        os.close(theirs)
        data = b""
        try:
            while block := os.read(ours, 4096):
                data += block
        except OSError:  # Linux tells so that the other end is closed
            pass
        os.close(ours)
        assert process.wait() == 1
        found.append(data.decode())
    return found[0], found[1]


def test_colours_and_progress_on_a_terminal(here: Path) -> None:
    pytest.importorskip("rich")
    out, err = on_a_terminal("convert", "project", "-o", "out")
    assert "\x1b[1;31mP101 error\x1b[0m" in out
    assert "converting" in err
    assert "converting" not in out


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(here: Path, environment: dict[str, str]) -> None:
    out, err = on_a_terminal("convert", "project", "-o", "out", **environment)
    assert "P101 error" in out
    assert "\x1b" not in out + err


def test_colours_change_nothing_but_the_colour(
    here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rich")
    command = ["convert", "project", "-o", "out", "--explain"]
    main(command)
    plain = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    main(command)
    coloured = capsys.readouterr().out
    assert plain != coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["conver", "a.py"], "-> convert?"),
        (["agent.py"], "-> porter convert agent.py?"),
        (["convert", "a.py", "--exlain"], "-> --explain?"),
        (["check", "a.py", "--updats", "3"], "-> --updates?"),
        (["convert", "a.py", "--helpers", "inlin"], "-> inline?"),
        (["lint", ".", "--output-format", "sariff"], "-> sarif?"),
    ],
)
def test_what_was_probably_meant(arguments: list[str], meant: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.rstrip().endswith(meant)


def test_nothing_is_meant_by_what_is_like_nothing(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["convert", "a.py", "--zzz"])
    assert capsys.readouterr().err.rstrip().endswith("unrecognized arguments: --zzz")


@pytest.mark.parametrize(
    ("name", "meant"),
    [("torch.nn.Linaer", "torch.nn.Linear"), ("clamb", "torch.clamp"), ("zzzzzz", "lists all")],
)
def test_rules_that_are_meant(name: str, meant: str, capsys: Capture) -> None:
    assert main(["rules", name]) == 1
    assert meant in capsys.readouterr().err


def test_a_diff_of_a_directory_needs_no_output(here: Path, capsys: Capture) -> None:
    assert main(["convert", "project", "--diff"]) == 1
    assert "+++ project_tf/a.py\n" in capsys.readouterr().out
    os.chdir("project")
    assert main(["convert", ".", "--diff"]) == 1
    assert "/project_tf/a.py\n" in capsys.readouterr().out
    assert not (here / "project_tf").exists()


def test_quiet_prints_errors_only(here: Path, capsys: Capture) -> None:
    assert main(["convert", "project/a.py", "--quiet"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("project/a.py:3:5: P101 error ")
    assert out.count("\n") == 1
    assert not err


def project(here: Path, settings: str) -> None:
    (here / "pyproject.toml").write_text(f"[tool.porter.convert]\n{settings}\n")


def test_options_of_a_project(here: Path, capsys: Capture) -> None:
    project(here, 'format = "concise"\noutput = "ports"\nhelpers = "inline"\njobs = 2')
    assert main(["convert", "project"]) == 1
    assert capsys.readouterr().out.count("\n") == 4
    assert (here / "ports" / "a.py").exists()
    assert main(["convert", "project", "-o", "other", "--format", "text"]) == 1
    assert "4 files: 4 converted" in capsys.readouterr().out
    assert (here / "other" / "a.py").exists()
    project(here, "explain = true")
    assert main(["convert", "project/a.py"]) == 1
    assert "the plan" in capsys.readouterr().out
    assert main(["convert", "project/a.py", "--no-explain"]) == 1
    assert "the plan" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('fromat = "json"', "no option 'fromat' -> format?"),
        ('format = "xml"', "one of text, concise, json, github, sarif is meant"),
        ('jit = "yes"', "has the wrong type"),
        ("jobs = 0", "at least 1 is meant"),
        ('report = "../r.html"', "lies outside of the project"),
        ('output = "/tmp/ports"', "lies outside of the project"),
        ("check = true", "has no option 'check'"),
    ],
)
def test_wrong_options_of_a_project(here: Path, capsys: Capture, line: str, message: str) -> None:
    """A project can neither have its own code run nor anything written outside of it."""
    project(here, line)
    assert main(["convert", "project/a.py"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("section", "line", "message"),
    [
        ("check", "updatse = 50", "[tool.porter.check] has no option 'updatse' -> updates?"),
        ("check", "updates = 0", "at least one update must be compared"),
        ("lint", 'slect = ["TFE"]', "[tool.porter.lint] has no option 'slect' -> select?"),
    ],
)
def test_wrong_options_of_other_commands(
    here: Path, capsys: Capture, section: str, line: str, message: str
) -> None:
    """A misspelled setting is told at once, not first where that command runs."""
    (here / "pyproject.toml").write_text(f"[tool.porter.{section}]\n{line}\n")
    assert main(["convert", "project/a.py"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "kinds"), [("convert", convert_options.KINDS), ("check", options.TYPES)]
)
def test_the_command_line_can_undo_what_a_project_sets(
    command: str, kinds: pyproject.Kinds
) -> None:
    known = dict(whole_parser()[1].choices or {})[command]
    for name in (name for name, kind in kinds.items() if kind is bool):
        for text, value in ((f"--{name}", True), (f"--no-{name}", False)):
            assert getattr(known.parse_args(["a.py", text]), name) is value


# What is chosen for each run
EACH_RUN = {
    "convert": {"help", "check", "diff", "replace", "rules"},  # rules: a setting of all commands
    "check": {"help", "module", "arg", "input"},
}


@pytest.mark.parametrize(
    ("command", "settings"),
    [
        ("convert", {*convert_options.KINDS, *convert_options.CHOICES}),
        ("check", {*options.TYPES, *options.CHOICES}),
    ],
)
def test_every_option_is_a_setting(command: str, settings: set[str]) -> None:
    known = dict(whole_parser()[1].choices or {})[command]
    there = {action.dest for action in known._actions if action.option_strings}
    assert settings == there - EACH_RUN[command]
    usage = (ROOT / "docs" / "usage.md").read_text("utf-8")
    [named] = re.findall(rf"(?m)^\[tool\.porter\.{command}\]\n# (.*)$", usage)
    assert set(named.split(", ")) == settings


def test_quick_stands_for_what_is_not_named(tmp_path: Path) -> None:
    agent, path = tmp_path / "agent.py", tmp_path / "pyproject.toml"
    path.write_text("[tool.porter.check]\nquick = true\nseconds = 9\n")
    found = options.options({}, agent)
    assert (found.precision, found.floor, found.seconds) == ("float64", False, 9)
    assert options.options({"quick": False}, agent).precision == "both"
    assert options.options({"quick": True}, agent).seconds == 5.0
    assert options.options({"quick": True, "seconds": 7.0}, agent).seconds == 7.0


def test_completion(capsys: Capture) -> None:
    pytest.importorskip("shtab")
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    for word in ("convert", "--explain", "--precision"):
        assert word in script


def test_completion_without_shtab(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "zsh"]) == 2
    assert "pip install 'porter-rl[completion]'" in capsys.readouterr().err
