"""What ends porter early leaves no process behind, and nothing that is half written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it reads /proc")
ROOT = Path(__file__).parents[1]
SLOW = "import torch\n\n\n" + "".join(
    f"def f{i}(x):\n    y = torch.relu(x) + torch.ones(3, {i})\n    return y.sum(1).mean()\n\n\n"
    for i in range(1200)
)
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Six files that take seconds each."""
    (tmp_path / "project").mkdir()
    for number in range(6):
        (tmp_path / f"project/slow{number}.py").write_text(SLOW)
    return tmp_path


def started(project: Path) -> tuple[subprocess.Popen[bytes], list[int]]:
    """porter with two workers at work, and their ids."""
    command = [sys.executable, "-m", "porter", "convert", "project", "-o", "out", "--jobs", "2"]
    porter = subprocess.Popen(
        command, cwd=project, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
        # a shell that starts the tests in the background has them ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    end = time.monotonic() + 60
    while len(workers := children(porter.pid)) < 2:
        assert time.monotonic() < end, "the workers did not start"
        time.sleep(0.05)
    time.sleep(0.3)
    return porter, workers


def children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def gone(workers: list[int]) -> bool:
    """Whether none of them runs any more, a few seconds later at the latest."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if not any(Path(f"/proc/{worker}").exists() for worker in workers):
            return True
        time.sleep(0.1)
    return False


def test_ctrl_c_ends_at_once(project: Path) -> None:
    porter, workers = started(project)
    begun = time.monotonic()
    porter.send_signal(signal.SIGINT)
    assert porter.wait(timeout=20) == 130
    assert time.monotonic() - begun < 5
    assert gone(workers)
    assert not (project / "out").exists()


def test_a_killed_parent_leaves_no_workers(project: Path) -> None:
    porter, workers = started(project)
    porter.kill()
    porter.wait(timeout=20)
    assert gone(workers)


def test_a_killed_worker_costs_one_file(tmp_path: Path) -> None:
    program = """
import os, signal
from pathlib import Path
from porter import jobs
from porter.files import Job
from porter.pipeline import Failed, Options, Skipped

def convert(job, options, cached):
    if job.path == "3":
        os.kill(os.getpid(), signal.SIGKILL)
    return jobs.Done(job, Skipped(job.path, ""))

jobs.convert_file = convert
files = [Job(str(number), None, None) for number in range(20)]
done = list(jobs.run(files, Options(), 4))
assert [one.job.path for one in done] == [job.path for job in files]
failed = [one.outcome for one in done if isinstance(one.outcome, Failed)]
assert [one.path for one in failed] == ["3"], failed
assert failed[0].finding.message == "porter failed: the process ended"
"""
    subprocess.run([sys.executable, "-c", program], env=ENVIRONMENT, check=True, timeout=60)
