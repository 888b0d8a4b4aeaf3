"""While something is left out, only files with errors are converted; at the end all are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from porter import files, jobs
from porter.pipeline import Options
from porter.port.conversion import converted
from tests.observe.programs import seen_in

AGENT = """\
import torch
from other import twice
from parts import rows

print(twice(rows()).sum().item())
"""
OTHER = "import torch\n\n\ndef twice(x):\n    return torch.cat([x, x])\n"
PARTS = """\
import torch


def rows():
    return torch.ones(3)


def exchange(x):
    y = [torch.zeros_like(x)]
    torch.distributed.all_gather(y, x)
    return y
"""


@pytest.mark.parametrize("reached", [False, True])
def test_which_files_are_converted(
    reached: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "    torch.set_rng_state(torch.get_rng_state())\n    return torch.ones"
    parts = PARTS.replace("    return torch.ones", more) if reached else PARTS
    for name, text in (("agent", AGENT), ("other", OTHER), ("parts", parts)):
        (tmp_path / f"{name}.py").write_text(text)
    evidence, _, _ = seen_in(tmp_path / "agent.py")
    rounds: list[list[str]] = []
    run = jobs.run

    def counted(work: Sequence[files.Job], *others: Any) -> Iterator[jobs.Done]:
        rounds.append([Path(job.path).name for job in work])
        return run(work, *others)

    monkeypatch.setattr(jobs, "run", counted)
    work = files.find([str(tmp_path)], str(tmp_path / "out")).jobs
    options = Options(evidence=evidence)
    found = converted(work, options, evidence, tmp_path, tmp_path / "agent.py")
    every = ["agent.py", "other.py", "parts.py"]
    assert rounds[:2] == [every, ["parts.py"]]
    assert rounds[-1] == (["parts.py"] if reached else every)
    assert [finding.line for finding in found.left_out] == ([] if reached else [10])
    assert bool(found.reached) == reached
