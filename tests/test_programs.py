"""tests/programs: small programs that print numbers. Their ports print the same, or porter tells.

A program that must be told begins with the codes: `# told: P102 P103`, and may say at which lines:
`# lines: 12 15`. The originals run in one
process, the ports in another; those that are proven already are not run again (`proofs.py`).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from proofs import Proofs

from porter.findings import Finding, Severity
from porter.pipeline import Converted, Skipped, convert

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "programs").rglob("*.py"))
TOLD = re.compile(r"# told: (.*)")
LINES = re.compile(r"# told: .*\n# lines: (.*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[+-]?\d+)?|\binf\b|\bnan\b)")
Runs = dict[str, dict[str, str]]


def name(path: Path) -> str:
    return str(path.relative_to(HERE / "programs"))


def codes(path: Path) -> set[str]:
    """The codes of the errors that a program must be told."""
    told = TOLD.match(path.read_text(encoding="utf-8"))
    return set(told[1].split()) if told else set()


PARTS = 4  # as many tests may share the processors
EQUAL = [path for path in PROGRAMS if not codes(path)]
TOLD_OF = [path for path in PROGRAMS if codes(path)]
PROVEN = HERE / "programs" / "proven.txt"


def runs(paths: list[Path]) -> Runs:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONPATH": str(HERE.parent)}
    done = subprocess.run(
        [sys.executable, HERE / "run_programs.py", *paths],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
        env=environment,
    )
    found: Runs = json.loads(done.stdout)
    return found


def converted(path: Path) -> tuple[str, list[Finding]]:
    """The port, and its errors."""
    text = path.read_text(encoding="utf-8")
    outcome = convert(text, path.name)
    if isinstance(outcome, Skipped):
        return text, []
    assert isinstance(outcome, Converted), outcome
    return outcome.output, [f for f in outcome.findings if f.severity is Severity.ERROR]


@pytest.mark.parametrize("path", TOLD_OF, ids=name)
def test_what_is_told(path: Path) -> None:
    found = converted(path)[1]
    assert {finding.code for finding in found} == codes(path)
    if lines := LINES.match(path.read_text(encoding="utf-8")):
        assert {finding.line for finding in found} == {int(line) for line in lines[1].split()}


@pytest.mark.parametrize("part", range(PARTS))
def test_the_ports_print_the_same(part: int, tmp_path: Path) -> None:
    ports = ported(EQUAL[part::PARTS])
    proofs = Proofs(PROVEN)
    new = {
        path: port
        for path, port in ports.items()
        if not proofs.holds(name(path), texts(path, port))
    }
    assert not differences(new, tmp_path)


@pytest.mark.slow
def test_all_ports_print_the_same(tmp_path: Path, update: bool) -> None:
    ports = ported(EQUAL)
    assert not differences(ports, tmp_path)
    if update:
        Proofs(PROVEN).write({name(path): texts(path, port) for path, port in ports.items()})


def ported(paths: list[Path]) -> dict[Path, str]:
    """The ports of programs that are told nothing."""
    outcomes = {path: converted(path) for path in paths}
    told = {name(path): found for path, (_, found) in outcomes.items() if found}
    assert not told
    return {path: port for path, (port, _) in outcomes.items()}


def texts(path: Path, port: str) -> list[str]:
    return [path.read_text(encoding="utf-8"), port]


def differences(ports: dict[Path, str], folder: Path) -> dict[str, str]:
    """Which ports do not print what their programs print, and why; programs are run if there are
    any."""
    if not ports:
        return {}
    written = {path: folder / f"{i}_{path.name}" for i, path in enumerate(ports)}
    for path, port in written.items():
        port.write_text(ports[path], encoding="utf-8")
    before, after = runs(list(written)), runs(list(written.values()))
    compared = {
        name(path): difference(before[str(path)], after[str(port)])
        for path, port in written.items()
    }
    return {path: why for path, why in compared.items() if why}


def difference(before: dict[str, str], after: dict[str, str]) -> str:
    """How two runs differ, "" if they print the same."""
    if before["stopped"] or after["stopped"]:
        return before["stopped"] or after["stopped"]
    wanted, found = numbers(before), numbers(after)
    if wanted and found == pytest.approx(wanted, rel=1e-4, abs=2e-4, nan_ok=True):  # of 4 digits
        return ""
    return f"the original prints {wanted}, the port {found}"


def numbers(run: dict[str, str]) -> list[float]:
    return [float(number) for number in NUMBER.findall(run["printed"])]
