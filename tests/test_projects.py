"""tests/projects: programs of several files. Their ports, converted as a whole, print the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from test_programs import difference

HERE = Path(__file__).parent
PROJECTS = sorted(path for path in (HERE / "projects").iterdir() if path.is_dir())


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
    command = [sys.executable, "-m", "porter", "convert", str(project), "-o", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    original = run("torch", project / "main.py")
    assert original["printed"]
    assert not original["stopped"]
    assert not difference(original, run("tensorflow", tmp_path / "main.py"))
