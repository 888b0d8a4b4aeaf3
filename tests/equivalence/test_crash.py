"""What is printed of a program that raised: its own frames, not what ran and wrapped them."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from porter.equivalence import crash
from porter.equivalence.sides.functions import on_new_functions

PORTER = Path(crash.__file__).parents[1]


def test_a_module_that_fails_shows_nothing_of_the_hook_that_imported_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "utils_of_mine.py").write_text("import no_such_package_here\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with (
        on_new_functions(lambda function: function, lambda path: True),
        pytest.raises(ModuleNotFoundError) as raised,
    ):
        importlib.import_module("utils_of_mine")
    told = crash.told(raised.value, here=False)
    printed = capsys.readouterr().err
    assert "install there what they need" in told
    assert "utils_of_mine.py" in printed
    assert "functions.py" not in printed


def run(text: str, path: Path, **names: object) -> dict[str, object]:
    """The names of a module that lies at a path."""
    exec(compile(text, str(path), "exec"), names)
    return names


def test_an_error_of_porters_own_is_shown_where_it_is_raised(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hook = run("def hook():\n    raise ValueError('ours')", PORTER / "hook.py")["hook"]
    runner = run("def runner(f, g):\n    f(g)", PORTER / "runner.py")["runner"]
    agent = run("def agent(f):\n    f()", Path("/home/agent.py"))["agent"]
    with pytest.raises(ValueError, match="ours") as raised:
        runner(agent, hook)  # type: ignore[operator]
    assert crash.told(raised.value, here=False) == "ValueError: ours"
    printed = capsys.readouterr().err
    assert "agent.py" in printed
    assert "hook.py" in printed
    assert "runner.py" not in printed


def test_what_an_error_came_from_is_cleaned_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    inner = run("def inner():\n    return {}['key']", Path("/home/inner.py"))["inner"]
    through = run("def through(f):\n    f()", PORTER / "through.py")["through"]

    def outer() -> None:
        try:
            through(inner)  # type: ignore[operator]
        except KeyError as error:
            raise RuntimeError("no key") from error

    with pytest.raises(RuntimeError) as raised:
        outer()
    crash.told(raised.value, here=False)
    printed = capsys.readouterr().err
    assert "inner.py" in printed
    assert "direct cause" in printed
    assert "through.py" not in printed


@pytest.mark.parametrize(
    ("name", "here", "hint"),
    [("settings.yaml", False, True), ("settings.yaml", True, False), ("/no/such", False, False)],
)
def test_a_file_of_the_current_directory_is_not_in_the_scratch_directory(
    name: str, here: bool, hint: bool
) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        Path(name).read_text()
    assert ("--here runs them" in crash.told(raised.value, here)) == hint


@pytest.mark.parametrize(("place", "hint"), [("../utils", True), ("/home/utils", False)])
def test_a_module_that_is_looked_for_beside_the_current_directory(
    place: str, hint: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [place])
    told = crash.told(ModuleNotFoundError("No module named 'plots'"), here=False)
    assert ("'../utils'" in told) == hint
    assert ("--here runs them" in told) == hint


def test_a_program_that_asks_for_a_gpu(capsys: pytest.CaptureFixture[str]) -> None:
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("there is one")
    with pytest.raises((AssertionError, RuntimeError)) as raised:
        torch.ones(1).to("cuda")
    told = crash.told(raised.value, here=False)
    assert told.endswith("choose the CPU with the program's own option, behind --")
    assert "behind --" not in crash.told(AssertionError("no batch"), here=False)
