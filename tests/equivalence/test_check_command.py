"""`porter check` and `porter convert --check`: options, exit codes, one line for bad input."""

import shutil
from pathlib import Path

import pytest

from porter.cli import main
from porter.commands.check import progress
from porter.equivalence.options import OptionError, Options, options

PROGRAM = Path(__file__).parent / "programs" / "corridor.py"
PROJECT = """
[tool.porter.check]
precision = "float64"
updates = 4
floor = false
"""


@pytest.fixture
def original(tmp_path):
    """The program in a project of its own, with options there."""
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    return Path(shutil.copy(PROGRAM, tmp_path / "agent.py"))


def test_converts_and_proves_in_one_go(original, capfd):
    assert main(["convert", str(original), "--check", "--", "20"]) == 0
    output = capfd.readouterr().out
    assert "equivalent" in output
    assert "float32" not in output, "the project asks for float64 alone"


def test_a_log_is_told_what_is_done(original, capfd):
    assert main(["convert", str(original), "--check", "--", "20"]) == 0
    assert "porter check: float64, cpu: starting both programs" in capfd.readouterr().err


def test_a_running_check_is_heard_of(monkeypatch, capfd):
    now = iter([0.0, 5.0, 16.0])
    monkeypatch.setattr("porter.commands.check.time.monotonic", lambda: next(now))
    with progress(None, 20.0) as tell:
        for done in (0, 7, 9):
            tell("float64, cpu", done)
    assert capfd.readouterr().err.splitlines() == [
        "porter check: float64, cpu: starting both programs, 20 s of comparing at most",
        "porter check: float64, cpu: 9 updates",
    ]


def test_a_difference_is_exit_code_1(original, capfd):
    assert main(["convert", str(original)]) == 0
    port = original.with_name("agent_tf.py")
    port.write_text(port.read_text().replace("self.tau * p +", "2 * self.tau * p +"))
    assert main(["check", str(original), str(port), "--", "20"]) == 1
    assert "target" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.py", "agent.py"], "missing.py: no such file"),
        (["agent.py", "missing.py"], "missing.py: no such file"),
        (["agent.py", "agent.py", "--updates", "0"], "at least one update"),
    ],
)
def test_bad_input_is_one_line(original, monkeypatch, capfd, arguments, message):
    monkeypatch.chdir(original.parent)
    assert main(["check", *arguments]) == 2
    error = capfd.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_several_scripts_are_not_guessed_among(tmp_path, capfd):
    for name in ("one", "two"):
        shutil.copy(PROGRAM, tmp_path / f"{name}.py")
    assert main(["convert", str(tmp_path), "-o", str(tmp_path / "out"), "--check"]) == 2
    assert "name it with porter check" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("precision = 'double'", "one of float64, float32, both is meant"),
        ("updates = 'all'", "has the wrong type"),
        ("seed = true", "has the wrong type"),
        ("speed = 3", "has no option 'speed'"),
        ("seed =", "pyproject.toml"),
    ],
)
def test_wrong_options_of_a_project_are_named(original, line, message):
    (original.parent / "pyproject.toml").write_text(f"[tool.porter.check]\n{line}\n")
    with pytest.raises(OptionError, match=message):
        options({}, original)


def test_a_time_is_shared_by_the_runs(original):
    assert options({"precision": "both", "floor": True, "seconds": 80.0}, original).limit == 20
    assert options({"updates": 9}, original).limit == 0, "who names updates has chosen"
    with pytest.raises(OptionError, match="at least 0"):
        options({"seconds": -1.0}, original)


def test_a_quick_check_is_a_first_verdict(original, capfd):
    (original.parent / "pyproject.toml").unlink()
    assert main(["convert", str(original)]) == 0
    port = str(original.with_name("agent_tf.py"))
    assert main(["check", str(original), port, "--quick", "--", "1000000"]) == 0
    output = capfd.readouterr().out
    assert "float32" not in output
    assert "noise floor" not in output
    assert "5 s of comparing were over" in " ".join(output.replace("│", "").split())


def test_the_command_line_goes_before_the_project(original):
    chosen = options({"updates": 9, "precision": None}, original)
    assert chosen == Options(precision="float64", updates=9, floor=False)
