"""The hooks, with the real pre-commit in a scratch repository."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
CLEAN = "import tensorflow as tf\n\nq = tf.random.normal([200, 4])\n"
SLOW = f"{CLEAN}loss = tf.reduce_sum([q[i, a] for i, a in enumerate(actions)])\n"
FIXED = f"{CLEAN}loss = tf.reduce_sum(tf.gather(q, actions, batch_dims=1))\n"


class Scratch:
    """A repository with porter's hooks, and an environment of pre-commit of its own."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("GIT_")},
            "PRE_COMMIT_HOME": str(cache),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@example.org",
        }

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True
        )

    def commit(self, text: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "agent.py").write_text(text)
        self.run("git", "add", "agent.py")
        return self.run("git", "commit", "-m", "agent")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This checkout as a repository with one commit, as pre-commit clones it."""
    folder = tmp_path_factory.mktemp("porter")
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    archive = subprocess.run(
        ["tar", "c", "--null", "-T", "-"], cwd=ROOT, input=files, capture_output=True, check=True
    )
    subprocess.run(["tar", "x"], cwd=folder, input=archive.stdout, check=True)
    scratch = Scratch(folder, folder)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "hooks"]):
        assert scratch.run("git", *command).returncode == 0
    return folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def scratch(hook: str, hooks: Path, cache: Path, folder: Path) -> Scratch:
    """A repository that uses one of the hooks."""
    made = Scratch(folder, cache)
    revision = made.run("git", "-C", str(hooks), "rev-parse", "HEAD").stdout.strip()
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {hooks}\n  rev: {revision}\n  hooks:\n  - id: {hook}\n"
    )
    made.run("git", "init", "-q")
    made.run("git", "add", "-A")
    installed = made.run(sys.executable, "-m", "pre_commit", "install", "--install-hooks")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    return made


def test_a_slow_line_fails_the_commit(hooks: Path, cache: Path, tmp_path: Path) -> None:
    repository = scratch("porter-lint", hooks, cache, tmp_path)
    failed = repository.commit(SLOW)
    assert failed.returncode == 1
    assert "agent.py:4:22: TFE101 " in failed.stderr + failed.stdout
    assert repository.commit(FIXED).returncode == 0
    assert repository.commit(FIXED + "import torch\n").returncode == 0


def test_the_hook_installs_no_framework(hooks: Path, cache: Path, tmp_path: Path) -> None:
    scratch("porter-lint", hooks, cache, tmp_path)
    [python] = cache.glob("repo*/py_env-*/bin/python")
    listed = subprocess.run([python, "-m", "pip", "list"], capture_output=True, text=True)
    assert "porter-rl" in listed.stdout
    for name in ("torch", "tensorflow", "keras", "numpy"):
        assert name not in listed.stdout


def test_the_fixing_hook(hooks: Path, cache: Path, tmp_path: Path) -> None:
    repository = scratch("porter-lint-fix", hooks, cache, tmp_path)
    assert repository.commit(SLOW).returncode == 1, "a file that was changed fails the commit"
    assert (tmp_path / "agent.py").read_text() == FIXED
    assert repository.commit(FIXED).returncode == 0
