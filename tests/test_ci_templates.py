"""action.yml, ci/ and .pre-commit-hooks.yaml: what they run, run here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SLOW = (
    "import tensorflow as tf\n\nq = tf.random.normal([200, 4])\n"
    "x = tf.stack([q[i, a] for i, a in enumerate(actions)])\n"
)
LEFT = "import torch\n\nx = torch.no_such_function(2)\n"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with a `porter` on the path, and files to look at."""
    program = tmp_path / "bin" / "porter"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m porter "$@"\n', "utf-8"
    )
    program.chmod(0o755)
    (tmp_path / "slow.py").write_text(SLOW, "utf-8")
    (tmp_path / "clean.py").write_text("import tensorflow as tf\n", "utf-8")
    (tmp_path / "left.py").write_text(LEFT, "utf-8")
    return tmp_path


def environment(here: Path) -> dict[str, str]:
    return {**os.environ, "PATH": f"{here / 'bin'}:{os.environ['PATH']}"}


def run(here: Path, command: str, arguments: str) -> subprocess.CompletedProcess[str]:
    """The step of the action, as a runner runs it."""
    return subprocess.run(
        ["bash", ROOT / "ci" / "run.sh"],
        cwd=here,
        env={
            **environment(here),
            "PORTER_COMMAND": command,
            "PORTER_ARGUMENTS": arguments,
            "GITHUB_OUTPUT": str(here / "outputs"),
        },
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("command", "path", "code", "rule", "level"),
    [
        ("lint", "slow.py", 1, "TFE101", "warning"),
        ("lint", "clean.py", 0, "", ""),
        ("convert", "left.py", 1, "P101", "error"),
        ("convert", "clean.py", 0, "", ""),
    ],
)
def test_the_action(here: Path, command: str, path: str, code: int, rule: str, level: str) -> None:
    done = run(here, command, path)
    assert done.returncode == code, done.stderr
    log = json.loads((here / f"porter-{command}.sarif").read_text("utf-8"))
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == [rule] * bool(rule)
    assert done.stdout.startswith(f"::{level} file={path},line=") == bool(rule)
    assert (here / "outputs").read_text() == f"sarif=porter-{command}.sarif\n"
    assert not list(here.glob("*_tf.py")), "nothing is written"


@pytest.mark.parametrize(
    ("command", "arguments"), [("lint", "gone.py"), ("convert", "--no-such"), ("chekc", "a.py")]
)
def test_what_is_wrong_fails_the_job(here: Path, command: str, arguments: str) -> None:
    done = run(here, command, arguments)
    assert done.returncode == 2
    assert done.stdout + done.stderr
    assert not (here / "outputs").exists()


def test_arguments_are_no_shell_code(here: Path) -> None:
    run(here, "lint", "clean.py $(touch owned) ; touch owned")
    assert not (here / "owned").exists()


def read(name: str) -> Any:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def test_the_action_passes_its_inputs_on_in_variables() -> None:
    """`${{ }}` inside of a script would run what an input says."""
    action = read("action.yml")
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert len(scripts) == 2
    assert not any("${{" in script for script in scripts)


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")))
def test_issue_templates(path: Path) -> None:
    form = read(str(path.relative_to(ROOT)))
    if path.name != "config.yml":
        assert form["name"]
        assert all(item["type"] in ("markdown", "textarea") for item in form["body"])


def test_the_template_for_gitlab(here: Path) -> None:
    template = read("ci/gitlab.yml")
    lines = template["porter-lint"]["script"][1:]
    code = subprocess.run(
        ["bash", "-e", "-c", "\n".join(lines)],
        cwd=here,
        env={
            **environment(here),
            "PORTER_LINT": "slow.py",
        },
        capture_output=True,
    ).returncode
    assert code == 1
    assert "TFE101" in (here / "porter-lint.sarif").read_text("utf-8")
    jobs = {name: job for name, job in template.items() if not name.startswith(".")}
    assert set(jobs) == {"porter-lint", "porter-convert", "porter-check"}
    for name, job in jobs.items():
        assert job["rules"] == [{"if": f"${name.upper().replace('-', '_')}"}]
