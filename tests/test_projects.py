"""tests/projects: programs of several files. Their ports, converted as a whole, print the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_programs import difference

HERE = Path(__file__).parent
PROJECTS = sorted(path for path in (HERE / "projects").iterdir() if path.is_dir())


def printed(folder: Path) -> dict[str, str]:
    """What main.py prints, and its last words if it stops."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "main.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        check=False,
    )
    return {"printed": done.stdout, "stopped": done.stderr[-2000:] if done.returncode else ""}


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_the_port_of_a_project_prints_the_same(project: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "porter", "convert", str(project), "-o", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    original = printed(project)
    assert original["printed"]
    assert not difference(original, printed(tmp_path))
