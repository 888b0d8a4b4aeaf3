"""tests/projects: programs of several files. Their ports, converted as a whole, print the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from proofs import Proofs
from test_programs import difference

from porter.cli import main

HERE = Path(__file__).parent
PROJECTS = sorted(path for path in (HERE / "projects").iterdir() if path.is_dir())
PROVEN = HERE / "projects" / "proven.txt"


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[str, Path], dict[str, str]]]:
    """What a program prints beside a framework, and its last words if it stops."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONDONTWRITEBYTECODE": "1"}
    started: dict[str, subprocess.Popen[str]] = {}

    def printed(framework: str, program: Path) -> dict[str, str]:
        if framework not in started:
            started[framework] = subprocess.Popen(
                [sys.executable, HERE / "run_apart.py", framework],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
            )
        process = started[framework]
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{program}\n")
        process.stdin.flush()
        answer: dict[str, str] = json.loads(process.stdout.readline())
        return answer

    yield printed
    for process in started.values():
        process.communicate()
        assert process.returncode == 0


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_the_port_of_a_project_prints_the_same(project: Path, tmp_path: Path, run) -> None:
    convert(project, tmp_path)
    if not Proofs(PROVEN).holds(project.name, [*texts(project), *texts(tmp_path)]):
        compare(project, tmp_path, run)


@pytest.mark.slow
def test_all_ports_of_projects_print_the_same(tmp_path: Path, run, update: bool) -> None:
    proven = {}
    for project in PROJECTS:
        out = tmp_path / project.name
        convert(project, out)
        proven[project.name] = [*texts(project), *texts(out)]  # before caches are written there
        compare(project, out, run)
    if update:
        Proofs(PROVEN).write(proven)


def convert(project: Path, out: Path) -> None:
    assert main(["convert", str(project), "-o", str(out)]) == 0


def compare(project: Path, port: Path, run: Callable[[str, Path], dict[str, str]]) -> None:
    original = run("torch", project / "main.py")
    assert original["printed"]
    assert not original["stopped"]
    assert not difference(original, run("tensorflow", port / "main.py"))


def texts(folder: Path) -> list[str]:
    """The names and texts of the files of a program."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".ipynb"))
    return [part for f in files for part in (f.name, f.read_text(encoding="utf-8"))]
