"""tests/cases/agents: an agent for each idiom of real code, trained side by side with its port.

The port is the case's `# output`, word for word; what it must be, test_cases.py says.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from porter.equivalence import check
from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.verdict import Outcome
from porter.pipeline import Converted, convert, helper_module
from porter.pipeline import Options as Conversion
from tests.equivalence.warm import WarmProcess
from tests.test_cases import sections

AGENTS = Path(__file__).parent / "cases" / "agents"
FILES = sorted(AGENTS.rglob("*.py"))
SCRIPTS = [path for path in FILES if path.parent == AGENTS or path.name == "agent.py"]

# Processes of their own, and weights that no optimizer has: what they print must be the same.
UNSEEN = {"descent.py", "workers.py", "raw_tensors.py"}
SEEN = [script for script in SCRIPTS if script.name not in UNSEEN]
# The gate trains every sixth: each takes seconds, and test_cases.py reads what all of them become.
IN_TURN = [
    script if number % 6 == 0 else pytest.param(script, marks=pytest.mark.slow)
    for number, script in enumerate(SEEN)
]
NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


def unpacked(script: Path, folder: Path) -> tuple[Path, Path]:
    """The script and its port as programs of their own, with the files that they import."""
    blocks: set[str] = set()
    (folder / "port").mkdir()
    for path in [script] if script.parent == AGENTS else script.parent.glob("*.py"):
        original, port, _ = sections(path.read_text(encoding="utf-8"))
        (folder / path.name).write_text(original, encoding="utf-8")
        (folder / "port" / path.name).write_text(port, encoding="utf-8")
    for path in folder.glob("*.py"):
        found = convert(path.read_text(), str(path), folder, Conversion(helpers="module"))
        if isinstance(found, Converted):
            blocks |= found.blocks
    (folder / "port" / "torch_compat.py").write_text(helper_module(blocks), encoding="utf-8")
    return folder / script.name, folder / "port" / script.name


@pytest.mark.parametrize("script", IN_TURN, ids=lambda p: str(p.relative_to(AGENTS)))
def test_the_port_trains_like_the_original(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "Process", WarmProcess)
    assert_equivalent(Programs(*unpacked(script, tmp_path)))


@pytest.mark.slow
@pytest.mark.parametrize("script", SEEN, ids=lambda p: str(p.relative_to(AGENTS)))
def test_in_float32_each_update_is_the_same(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`porter check` runs both precisions, and rounding is no difference."""
    monkeypatch.setattr(check, "Process", WarmProcess)
    assert_equivalent(Programs(*unpacked(script, tmp_path)), "float32")


def assert_equivalent(programs: Programs, precision: str = "float64") -> None:
    options = Options(precision=precision, floor=False)
    [result] = check_programs(programs, options, lambda what, n: None).results
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) >= 3


@pytest.mark.parametrize("name", sorted(UNSEEN))
def test_the_port_prints_what_the_original_prints(name: str, tmp_path: Path) -> None:
    before, after = (
        [float(number) for number in NUMBER.findall(printed(program))]
        for program in unpacked(AGENTS / name, tmp_path)
    )
    assert before
    np.testing.assert_allclose(after, before, rtol=1e-5)


def printed(program: Path) -> str:
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout
